/** Offset of the server's clock, ms: ages must not depend on a wrong clock of this machine. */
let offsetMs = 0
let bestRoundTripMs = Number.POSITIVE_INFINITY

/** Learns from the timestamp of an answer; the quickest round trip tells best. */
export function noteServerTime(serverMs: number, sentMs: number, receivedMs: number): void {
  const roundTripMs = receivedMs - sentMs
  if (roundTripMs > bestRoundTripMs) return
  bestRoundTripMs = roundTripMs
  offsetMs = serverMs - (sentMs + roundTripMs / 2)
}

/** Epoch ms by the server's clock. */
export const serverNow = (): number => toServerTime(Date.now())

/** An instant of this machine's clock, by the server's. Epoch ms. */
export const toServerTime = (localMs: number): number => Math.round(localMs + offsetMs)
