;; -*- lexical-binding: t -*-
;; What a user of Emacs with eglot sees and does; run by ../emacs.sh after execre.el, in a copy of the coupon problem.

(defconst wait 120 "Seconds, for a slow machine; a wait ends as soon as what it waits for is there.")

(defun say (&rest words) (princ (concat (apply #'format words) "\n") #'external-debugging-output))

(defun await (what condition)
  (with-timeout (wait (say "     lens: %s" (lens)) (dolist (d (flymake-diagnostics)) (say "     %s" (flymake-diagnostic-text d)))
                      (say "FAIL %s" what) (kill-emacs 1))
    (while (not (funcall condition)) (accept-process-output nil 0.02)))
  (say "ok   %s" what))

(defun check (what condition) (unless condition (say "FAIL %s" what) (kill-emacs 1)))

;; What the command loop would do, which there is not in batch mode.
(defun visit (file)
  (find-file file)
  (run-hooks 'post-command-hook)
  (await (format "%s is managed by eglot" file) #'eglot-managed-p)
  (flymake-start))

(defun lens () (if (and execre-lens (overlay-buffer execre-lens)) (overlay-get execre-lens 'before-string) ""))
(defun lens-has (text) (string-match-p (regexp-quote text) (lens)))

(defun line-of (text) (save-excursion (goto-char (point-min)) (search-forward text) (line-number-at-pos)))
(defun lens-line () (line-number-at-pos (overlay-start execre-lens)))

;; The warning is there, once, in the line of the mistake or where the lens is.
(defun warned ()
  (let ((found (flymake-diagnostics)))
    (and (= (length found) 1)
         (string-match-p "differs" (lens))
         (string-prefix-p "execre" (flymake-diagnostic-text (car found)))
         (string-match-p (regexp-quote (getenv "COUNTEREXAMPLE")) (flymake-diagnostic-text (car found)))
         (memq (line-number-at-pos (flymake-diagnostic-beg (car found))) (list (line-of "25") (lens-line))))))

(defvar said nil "The messages that a person got to see.")
(advice-add 'message :before (lambda (&rest words) (when (car words) (push (apply #'format words) said))))

(setq inhibit-message t eglot-sync-connect nil flymake-no-changes-timeout 0.5 make-backup-files nil create-lockfiles nil)

(condition-case problem
    (let ((right (getenv "RIGHT")) (wrong (getenv "WRONG")))
      (visit right)
      (check "the project is the problem folder"
             (file-equal-p (project-root (eglot--project (eglot-current-server))) default-directory))
      (await (concat right " has a lens") (lambda () (or (lens-has "agrees with") (lens-has "trusted reference"))))
      (check "nothing is said against it" (null (flymake-diagnostics)))

      (visit wrong)
      (await (concat wrong " has one warning, with its counterexample, and a lens") #'warned)
      (execre-run-lens)
      (await "the lens shows the counterexample when it is run"
             (lambda () (seq-some (lambda (m) (and (string-match-p (regexp-quote wrong) m)
                                                   (string-match-p (regexp-quote (getenv "COUNTEREXAMPLE")) m)))
                                  said)))
      (visit "order.cpp")
      (await "a C++ program is managed by the same server, and has its lens"
             (lambda () (or (lens-has "agrees with") (lens-has "trusted reference"))))
      (check "there is one server" (= 1 (length (apply #'append (hash-table-values eglot--servers-by-project)))))
      (check "ExeCRE does no more than it should: eglot asks it for no completion, no definition, no formatting"
             (not (seq-some #'eglot--server-capable '(:completionProvider :definitionProvider :documentFormattingProvider
                                                      :renameProvider :hoverProvider :documentSymbolProvider))))

      (find-file wrong)
      (goto-char (point-min))
      (search-forward "> 25")
      (replace-match ">= 25")
      (basic-save-buffer)
      (await "the warning goes after the correction is saved" (lambda () (null (flymake-diagnostics))))
      (await "the lens agrees" (lambda () (or (lens-has "agrees with") (lens-has "trusted reference"))))

      (let* ((folder (eglot--path-to-uri default-directory))
             (before (lens)))
        (eglot-execute-command (eglot-current-server) 'execre.check (vector (list :folder folder)))
        (await "a command has it checked again" (lambda () (equal (lens) before))))

      (visit "input.schema")
      (await "the schema has its lens" (lambda () (lens-has "example")))
      (goto-char (point-max))
      (insert "0 <= n <= \n")
      (basic-save-buffer)
      (await "a mistake in the schema is shown in its line"
             (lambda () (seq-some (lambda (d) (= (line-number-at-pos (flymake-diagnostic-beg d)) (1- (line-of "0 <= n <= \n"))))
                                  (flymake-diagnostics))))

      (let ((server (eglot-current-server)))
        (eglot-shutdown server)
        (check "the server has ended" (not (jsonrpc-running-p server))))

      (cd (getenv "TREE"))
      (visit "count.py")
      (await "the lens says that the format is guessed" (lambda () (lens-has "(format guessed)")))
      (goto-char (overlay-start execre-lens))
      (cl-letf (((symbol-function 'completing-read)
                 (lambda (_prompt items &rest _)
                   (caar (seq-filter (lambda (item) (string-match-p "write the guessed format" (car item))) items))))
                (last-nonmenu-event t))
        (eglot-code-actions (point) nil nil t))
      (await "a code action writes input.schema" (lambda () (file-exists-p "input.schema")))
      (await "the problem is checked with it" (lambda () (and (lens-has "α") (not (lens-has "guessed")))))
      ;; Emacs ends without a word to the server; ../emacs.sh sees whether it ends, too.
      (kill-emacs 0))
  (error (say "FAIL %S" problem) (kill-emacs 1)))
