/** Offset of the server's clock, ms, so that ages do not depend on a wrong local clock. */
let offsetMs = 0
let bestRoundTripMs = Number.POSITIVE_INFINITY

/** Updates the offset from the timestamp of an answer; the shortest round trip is the most accurate. */
export function noteServerTime(serverMs: number, sentMs: number, receivedMs: number): void {
  const roundTripMs = receivedMs - sentMs
  if (roundTripMs > bestRoundTripMs) return
  bestRoundTripMs = roundTripMs
  offsetMs = serverMs - (sentMs + roundTripMs / 2)
}

/** Epoch ms by the server's clock. */
export const serverNow = (): number => toServerTime(Date.now())

/** Converts an instant of the local clock to the server's clock. Epoch ms. */
export const toServerTime = (localMs: number): number => Math.round(localMs + offsetMs)
