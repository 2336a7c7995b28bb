/** How many sockets somebody may hold: a place is taken before it is used, so that a hundred handshakes at once take ten. */
export interface Seats {
  /** Takes a place. Returns what gives it back, once; undefined = all are taken */
  take(userId: string): (() => void) | undefined
}

/** @param max places of each user, in this process */
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
