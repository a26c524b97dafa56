//go:build !unix

package build

import "context"

// claimPrefix begins the names of the files that processes lock while they make an entry, where there are any.
const claimPrefix = "claim-"

// claim does nothing here: of several processes that want the same entry each makes it, and one is kept.
func (c *Cache) claim(context.Context, string) (release func()) { return func() {} }
