package workspace

import (
	"path"
	"slices"
)

// SampleName takes the name of a sample's file apart, in every layout that Load reads. Files with the same key belong
// together; stem is what the name has of a program's; kind is "in", "out" or "ans", or "" for a file that is no sample.
func SampleName(name string) (key, stem, kind string) { return sampleName(name) }

// SampleFolders are the folders, besides the problem's own, in which samples lie, with slashes.
func SampleFolders() []string { return slices.Clone(sampleFolders) }

// ProblemStem is the part of a program's or a sample's name that says which problem it belongs to where several share a
// folder: A.cpp, A2.cpp, A_brute.py and A1.in all give "a". It is "" for names such as 1.in or brute.py.
func ProblemStem(file string) string { return ownerStem(stemOf(path.Base(file))) }

// IsExecutable tells a compiled program from an answer, by what it begins with: ELF, Mach-O and Windows.
func IsExecutable(text []byte) bool { return isExecutable(text) }
