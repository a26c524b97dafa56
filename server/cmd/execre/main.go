// Command execre finds out which of several programs for one problem is right.
package main

import (
	"os"

	"execre/server/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr))
}
