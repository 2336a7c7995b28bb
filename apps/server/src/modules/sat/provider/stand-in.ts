import { bboxOf, middleOf } from '@natim/domain/sat-area'
import { DELIVERY_MS, DOWNLINK_MS, NEEDS_CLEAR_SKY, PROCESSING_MS } from '@natim/domain/sat-task'
import type { DeliveredProduct, SatEvent, SatOrder, SatProvider, SatStatus } from './provider.ts'
import { drawRaster, noiseOf, seedOf } from './raster.ts'

const BROKEN_SHARE = 0.06
/** Clear skies are more frequent than cloudy ones. */
const CLOUD_EXPONENT = 2.2
const PRICE_WAN = { optical: 1.6, multispectral: 1.8, hyperspectral: 2.6, SAR: 4.2, TIR: 2, atmos: 0.8 } as const

const draw = (order: SatOrder, salt: number) => noiseOf(seedOf(order.satellite.code + order.peakMs), salt, 1)

/** Cloud cover over the area at that pass, percent. */
const cloudOf = (order: SatOrder) => Math.round(100 * draw(order, 1) ** CLOUD_EXPONENT)

function failureOf(order: SatOrder): SatEvent | undefined {
  if (draw(order, 2) < BROKEN_SHARE)
    return { state: 'failed', atMs: order.endMs + 60_000, reason: '星上存储异常，数据未写入' }
  const cloudPct = cloudOf(order)
  if (!NEEDS_CLEAR_SKY.includes(order.sensorType) || order.cloudPctMax === null || cloudPct <= order.cloudPctMax)
    return undefined
  const reason = `云量 ${cloudPct}% 超过上限 ${order.cloudPctMax}%`
  return { state: 'failed', atMs: order.endMs + DOWNLINK_MS, cloudPct, quality: '云量超限', reason }
}

function eventsOf(order: SatOrder): SatEvent[] {
  const { startMs, endMs } = order
  const failure = failureOf(order)
  const begun: SatEvent = { state: 'acquiring', atMs: startMs }
  if (failure) return [begun, failure]
  const sky = NEEDS_CLEAR_SKY.includes(order.sensorType) ? { cloudPct: cloudOf(order) } : {}
  return [
    begun,
    { state: 'downlinked', atMs: endMs + DOWNLINK_MS, ...sky, quality: '合格' },
    { state: 'processing', atMs: endMs + PROCESSING_MS },
    { state: 'delivered', atMs: endMs + DELIVERY_MS },
  ]
}

/**
 * Stand-in for a provider: takes pictures when satellites pass, some of them cloudy or defective. The outcome is
 * derived from the order alone, so that any process can answer at any time, even after a restart.
 */
export function createStandIn(now: () => number): SatProvider {
  return {
    name: '演示服务商',
    order: (order) =>
      Promise.resolve({
        ref: `SIM-${order.satellite.code}-${order.id.slice(-6)}`,
        costWan: PRICE_WAN[order.sensorType],
      }),
    status(order): Promise<SatStatus> {
      const events = eventsOf(order)
      const next = events.find(({ atMs }) => atMs > now())
      return Promise.resolve({
        events: events.filter(({ atMs }) => atMs <= now()),
        ...(next && { nextMs: next.atMs }),
      })
    },
    products: productsOf,
    cancel: () => Promise.resolve(),
  }
}

async function productsOf(order: SatOrder): Promise<DeliveredProduct[]> {
  const [west, south, east, north] = bboxOf(order.area)
  const [dx, dy] = [(east - west) * 0.1, (north - south) * 0.1]
  const bbox = [west - dx, south - dy, east + dx, north + dy] as const
  const { lng, lat } = middleOf(order.area)
  const scene = {
    place: `${lng.toFixed(1)},${lat.toFixed(1)}`,
    moment: `${order.satellite.code}${order.peakMs}`,
    sensor: order.sensorType,
    cloudPct: NEEDS_CLEAR_SKY.includes(order.sensorType) ? cloudOf(order) : 0,
  }
  const base = `${order.satellite.code}_${new Date(order.peakMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`
  const size = 40 + Math.round(40 * draw(order, 3))
  return [
    { level: 'L1', name: `${base}_L1`, format: 'PNG', bbox, bytes: await drawRaster({ ...scene, mark: 0 }) },
    { level: 'thematic', name: `${base}_专题`, format: 'PNG', bbox, bytes: await drawRaster({ ...scene, mark: size }) },
  ]
}
