package doctor

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"cairn/companion/gateway"
	"cairn/companion/setup"
)

// wrappedTime bounds the start of one driver, which npx may have to download.
const wrappedTime = 90 * time.Second

// checkWrapped starts each browser driver that a client's configuration has Cairn
// wrap, as the gateway would. It reports nothing if there is none.
func (d *Doctor) checkWrapped(ctx context.Context) {
	const check = "wrapped driver"
	drivers, err := setup.Wrapped()
	if err != nil {
		return // no home directory: there are no clients
	}
	for _, client := range slices.Sorted(maps.Keys(drivers)) {
		command := drivers[client]
		timed, cancel := context.WithTimeout(ctx, wrappedTime)
		found, err := gateway.Check(timed, command)
		cancel()
		line := strings.Join(command, " ")
		switch {
		case err != nil:
			d.wrong(check, line, "%s of %s does not answer: %v", line, client, err)
		case !found.Known:
			d.warn(check, "", "%s %s of %s is passed on, but not read: it gets no memory", found.Name, found.Version, client)
		case len(found.Renamed) > 0:
			d.warn(check, "", "%s %s of %s has renamed %s: what it does there is not remembered", found.Name, found.Version, client, strings.Join(found.Renamed, ", "))
		default:
			d.ok(check, "%s %s of %s answers with %d tools", found.Name, found.Version, client, found.Tools)
		}
	}
}
