import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { boundsOfRegion, regionAt } from './region-at.ts'

const PUBLIC = join(import.meta.dirname, '../../../public')

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => new Response(await readFile(join(PUBLIC, url))))
})

describe('the region of a place', () => {
  it('is its province and city, and its district in a municipality', async () => {
    expect(await regionAt({ lng: 120.6, lat: 31.3 })).toEqual({ province: '320000', name: '江苏省苏州市' })
    expect(await regionAt({ lng: 116.44, lat: 39.92 })).toEqual({ province: '110000', name: '北京市朝阳区' })
    expect(await regionAt({ lng: 140, lat: 35 })).toBeUndefined()
  })
})

describe('the box of a region', () => {
  it('is that of the smallest available boundary', async () => {
    const [west, south, east, north] = (await boundsOfRegion('320500')) ?? []
    expect([west, south, east, north].map((edge) => Math.round(edge ?? 0))).toEqual([120, 31, 121, 32])
    // 工业园区 has no boundary of its own.
    expect(await boundsOfRegion('320571')).toEqual([west, south, east, north])
    const [provinceWest = 0] = (await boundsOfRegion('320000')) ?? []
    expect(provinceWest).toBeLessThan(117)
    expect(await boundsOfRegion('990000')).toBeUndefined()
  })
})
