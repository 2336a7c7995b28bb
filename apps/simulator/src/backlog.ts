import { pointsOf, type Reading } from './payload.ts'

/** Points a device can store: hours of a gas detector, most of a day of an air monitor. */
const CAPACITY_POINTS = 6_000
/** Points in one batch: well below the 5 000 of domain §6.1 and the rate limit of a device. */
const BATCH_POINTS = 1_000

/** Readings a device could not send, oldest first. */
export interface Backlog {
  /** Stores a reading; when memory is full the oldest ones are dropped and the number of their points is returned. */
  push(reading: Reading): void
  /** Removes and returns the readings of the next batch; empty if nothing is left. */
  take(): Reading[]
  readonly points: () => number
}

export function createBacklog(onDropped: (points: number) => void): Backlog {
  let readings: Reading[] = []
  let points = 0
  return {
    push(reading) {
      readings.push(reading)
      points += reading.values.length
      while (points > CAPACITY_POINTS) {
        const oldest = readings.shift()
        if (!oldest) break
        points -= oldest.values.length
        onDropped(oldest.values.length)
      }
    },
    take() {
      let count = 0
      const length = readings.findIndex((reading) => (count += reading.values.length) > BATCH_POINTS)
      const batch = length < 0 ? readings : readings.slice(0, Math.max(1, length))
      readings = readings.slice(batch.length)
      points -= pointsOf(batch)
      return batch
    },
    points: () => points,
  }
}
