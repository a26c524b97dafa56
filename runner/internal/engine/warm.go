package engine

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
)

// NodeServer is the text of warm.js, which serves one JavaScript program. The caller puts it into a file; NodeServerArgs
// says how it is started.
//
// It emulates a plain node for programs that read stdin, compute and print. What it cannot serve it refuses in its
// hello (ES modules, worker_threads, child_process, a source that does not compile, …); where an execution reaches
// something that is not emulated, ends by an uncaught exception or changes what executions share, the reply is one that
// must not be believed. It needs to read the program's folder and writes to its descriptors only; Node starts
// some ten threads. It honours the output limit of a request; time and memory are watched by our side.
//
//go:embed warm.js
var NodeServer []byte

// JavaServer is the text of Warm.java, which serves one Java program, or compiles many (see JavaCompilerArgs). The caller
// compiles it once per JDK with `javac -d FOLDER Warm.java`; it needs JDK 11 or newer.
//
// The program is a folder of class files; those are read once and checked: what they mention beyond computing, reading
// stdin and printing (files, processes, reflection, properties, the names of threads, …) makes the program unfit in
// the hello. An execution that ends by an uncaught exception, or with threads still running, must not be believed.
// It needs to read the JDK, FOLDER and the program's folder, and writes to its descriptors only.
//
//go:embed Warm.java
var JavaServer []byte

// NodeServerArgs is the command that serves the program main, an absolute path: node as it was found, flags as a spawn
// of the program has them (--stack-size above all), and the file that holds NodeServer.
func NodeServerArgs(node string, flags []string, server, main string) []string {
	argv := append([]string{node}, flags...)
	return append(argv, server, main)
}

// JavaServerArgs is the command that serves the class files below program, an absolute path: java as it was found, the flags
// that a spawn of it has, so that recursion goes equally deep in both, the folder of the compiled JavaServer, and the class whose main it is.
func JavaServerArgs(java string, flags []string, server, program, mainClass string) []string {
	argv := append([]string{java}, flags...)
	// To use inherited descriptors by their numbers, and to build System.out as the JDK does.
	argv = append(argv, "--add-opens", "java.base/java.io=ALL-UNNAMED")
	return append(argv, "-cp", server, "Warm", program, mainClass)
}

// JavaCompilerArgs is the command of a javac that stays: it takes requests on stdin (AppendCompile) and answers each
// on stdout (ReadCompiled) until stdin ends. The first compilation takes as long as that of a fresh javac, from the
// twentieth on it is some 40 ms. Its working folder is where it was started: file names in requests should be absolute.
// It runs annotation processors that it finds on the class path unless a request says -proc:none.
func JavaCompilerArgs(java, server string) []string {
	// Names and messages in UTF-8 whatever the environment says. A nested expression needs stack.
	return []string{
		java, "-Xss64m", "-Xmx1g", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:TieredStopAtLevel=1", "-Dfile.encoding=UTF-8",
		"-cp", server, "Warm", "--compile",
	}
}

// AppendCompile appends a request to compile: a u32 length (little endian) and that many bytes, the arguments of javac,
// each ended by a zero byte.
func AppendCompile(b []byte, args []string) ([]byte, error) {
	length := 0
	for _, arg := range args {
		if strings.IndexByte(arg, 0) >= 0 {
			return nil, fmt.Errorf("cannot compile with the argument %q: it contains a zero byte", arg)
		}
		length += len(arg) + 1
	}
	b = binary.LittleEndian.AppendUint32(b, uint32(length))
	for _, arg := range args {
		b = append(append(b, arg...), 0)
	}
	return b, nil
}

// longMessages bounds what a compiler is believed to say of one program.
const longMessages = 64 << 20

// ReadCompiled reads the answer to a request: the i32 exit status of javac (0 when it compiled, 1 when the program has errors,
// 2 when the arguments have, 3 or 4 when the compiler failed), a u32 length and that many bytes, its messages.
func ReadCompiled(r io.Reader) (status int, messages []byte, err error) {
	var head [8]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, fmt.Errorf("the java compiler gave no answer: %w", err)
	}
	length := binary.LittleEndian.Uint32(head[4:])
	if length > longMessages {
		return 0, nil, fmt.Errorf("the java compiler announces %d bytes of messages, which is no answer", length)
	}
	messages = make([]byte, length)
	if _, err := io.ReadFull(r, messages); err != nil {
		return 0, nil, fmt.Errorf("the java compiler's answer ended early: %w", err)
	}
	return int(int32(binary.LittleEndian.Uint32(head[:4]))), messages, nil
}
