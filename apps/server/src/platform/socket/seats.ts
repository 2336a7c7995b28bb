/** Limits the sockets of a user: a seat is taken before use, so that a hundred concurrent handshakes get ten. */
export interface Seats {
  /** Takes a seat. Returns an idempotent release function; undefined = all are taken */
  take(userId: string): (() => void) | undefined
}

/** @param max seats per user in this process */
export function createSeats(max: number): Seats {
  const taken = new Map<string, number>()
  return {
    take(userId) {
      const count = taken.get(userId) ?? 0
      if (count >= max) return undefined
      taken.set(userId, count + 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        const left = (taken.get(userId) ?? 1) - 1
        if (left === 0) taken.delete(userId)
        else taken.set(userId, left)
      }
    },
  }
}
