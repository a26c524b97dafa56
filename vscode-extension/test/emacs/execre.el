;; ExeCRE in Emacs 28 and later, with eglot: put this into init.el, with `execre' on the `exec-path'.
(require 'eglot)

(defvar execre-modes
  '(execre-schema-mode c-mode c++-mode go-mode java-mode js-mode python-mode rust-mode typescript-mode
    c-ts-mode c++-ts-mode go-ts-mode java-ts-mode js-ts-mode python-ts-mode rust-ts-mode typescript-ts-mode))
(define-derived-mode execre-schema-mode prog-mode "Schema")
(add-to-list 'auto-mode-alist '("\\.schema\\'" . execre-schema-mode))

;; For eglot a problem folder is a project by itself, and its server is ExeCRE instead of clangd, pylsp and so on.
(defun execre-folder (folder)
  (locate-dominating-file folder (lambda (f) (directory-files f nil "\\`\\(input\\.schema\\|execre\\.toml\\)\\'"))))
(defun execre-project (folder)
  (when-let ((problem (and (bound-and-true-p eglot-lsp-context) (execre-folder folder)))) (cons 'execre problem)))
(cl-defmethod project-root ((project (head execre))) (cdr project))
(add-hook 'project-find-functions #'execre-project)

(defclass execre-server (eglot-lsp-server) ())
(defun execre-ensure ()
  (when (and buffer-file-name (execre-folder default-directory))
    (setq-local eglot-server-programs `((,execre-modes execre-server "execre" "serve")))
    (eglot-ensure)))
(dolist (mode execre-modes) (add-hook (intern (format "%s-hook" mode)) #'execre-ensure))

;; Code lenses, which eglot does not show: a line above the program, and M-x execre-run-lens for a click on it.
(defvar-local execre-lens nil "What stands above the program: an overlay, whose property `execre' is the command.")

(cl-defmethod eglot-client-capabilities ((_server execre-server))
  (let ((capabilities (cl-call-next-method)))
    (plist-put (plist-get capabilities :workspace) :codeLens '(:refreshSupport t))
    capabilities))

(cl-defmethod eglot-handle-request ((server execre-server) (_method (eql 'workspace/codeLens/refresh)) &rest _)
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (and (eglot-managed-p) (eq (eglot-current-server) server)) (execre-show-lens)))))

(defun execre-show-lens ()
  (jsonrpc-async-request
   (eglot-current-server) :textDocument/codeLens (list :textDocument (eglot--TextDocumentIdentifier))
   :success-fn (apply-partially #'execre-put-lens (current-buffer))))

(defun execre-put-lens (buffer lenses)
  (when (buffer-live-p buffer)
    (with-current-buffer buffer
      (when execre-lens (delete-overlay execre-lens))
      (when (> (length lenses) 0)
        (let ((line (plist-get (plist-get (plist-get (elt lenses 0) :range) :start) :line))
              (command (plist-get (elt lenses 0) :command)))
          (save-excursion
            (save-restriction
              (widen)
              (goto-char (point-min))
              (forward-line line)
              (setq execre-lens (make-overlay (point) (point)))))
          (overlay-put execre-lens 'execre command)
          (overlay-put execre-lens 'before-string (propertize (concat (plist-get command :title) "\n") 'face 'shadow)))))))

(add-hook 'eglot-managed-mode-hook
          (lambda () (when (and (eglot-managed-p) (cl-typep (eglot-current-server) 'execre-server)) (execre-show-lens))))

(defun execre-run-lens ()
  "Do what the code lens of ExeCRE in this buffer says, such as showing an input on which the program is wrong."
  (interactive)
  (if-let ((command (and execre-lens (overlay-buffer execre-lens) (overlay-get execre-lens 'execre))))
      (jsonrpc-async-request (eglot-current-server) :workspace/executeCommand
                             (list :command (plist-get command :command) :arguments (plist-get command :arguments))
                             :success-fn #'ignore :error-fn (lambda (problem) (message "%s" (plist-get problem :message))))
    (user-error "There is no lens of ExeCRE in this buffer")))
