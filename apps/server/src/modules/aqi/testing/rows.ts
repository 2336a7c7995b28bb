import { aqiItems } from '@natim/domain/aqi'
import type { Db } from '../../../platform/db/db.ts'

/** A stored report of a place where only the AQI matters; null = NA. Replaces an existing one. */
export async function buildAqi(
  db: Db,
  given: {
    readonly of: 'station' | 'city'
    readonly id: string
    readonly span: 'hour' | 'day'
    readonly endMs: number
    readonly aqi: number | null
  },
): Promise<void> {
  const items = aqiItems(given.span)
  const none = items.map(() => null) as unknown as number[]
  const row = {
    span: given.span === 'hour' ? 'h' : 'd',
    placeKind: given.of === 'city' ? 'c' : 's',
    placeId: given.id,
    t: new Date(given.endMs),
    standard: 2026,
    aqi: given.aqi,
    leadingItems: [],
    means: none,
    counts: items.map(() => 0),
    shown: none,
    iaqi: none,
    computedAt: new Date(given.endMs),
  }
  await db
    .insertInto('monAqi')
    .values(row)
    .onConflict((conflict) => conflict.columns(['span', 'placeKind', 'placeId', 't']).doUpdateSet({ aqi: given.aqi }))
    .execute()
}
