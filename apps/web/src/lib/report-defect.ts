/** Logs an error with its place to the browser console; contains no user text. */
export function reportDefect(error: unknown, place: string): void {
  // oxlint-disable-next-line no-console -- this is the one place that writes to it
  console.error(place, error)
}
