const MESSAGES_PER_SECOND = 20
const MALFORMED_ALLOWED = 5
const MALFORMED_WINDOW_MS = 60_000

/** Limits for a client: 20 messages a second, and an occasional malformed one (security §5). */
export function createMessageGuard(now: () => number) {
  let tokens = MESSAGES_PER_SECOND
  let filledAtMs = now()
  let malformed: number[] = []
  return {
    /** Counts one message; false when the rate limit is exceeded. */
    admit(): boolean {
      const atMs = now()
      tokens = Math.min(MESSAGES_PER_SECOND, tokens + ((atMs - filledAtMs) / 1_000) * MESSAGES_PER_SECOND)
      filledAtMs = atMs
      tokens -= 1
      return tokens >= 0
    },
    /** Counts a malformed message; false when there were too many recently. */
    forgive(): boolean {
      malformed = [...malformed.filter((atMs) => now() - atMs < MALFORMED_WINDOW_MS), now()]
      return malformed.length <= MALFORMED_ALLOWED
    },
  }
}
