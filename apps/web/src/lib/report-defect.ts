/** What broke, with the place it broke at. The browser's log is where it is looked for; there is no user text in it. */
export function reportDefect(error: unknown, place: string): void {
  // oxlint-disable-next-line no-console -- this is the one place that writes to it
  console.error(place, error)
}
