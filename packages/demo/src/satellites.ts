import { type CircularOrbit, writeTle } from '@natim/domain/sat-tle'
import type { SensorType } from '@natim/domain/sat-task'
import { DAY_MS } from '@natim/domain/time'
import { unit } from './hash.ts'

export interface DemoSatellite {
  readonly code: string
  readonly name: string
  readonly sensorType: SensorType
  readonly swathKm: number
  readonly resM: number
  readonly offNadirMax: number
  readonly tle1: string
  readonly tle2: string
}

type Group = readonly [
  prefix: string,
  name: string,
  sensor: SensorType,
  count: number,
  swathKm: number,
  resM: number,
  offNadirMax: number,
  /** Local time of the ascending equator crossing, h. */
  crossing: number,
]

const GROUPS: readonly Group[] = [
  ['GX', '光学', 'optical', 5, 60, 2, 40, 22.5],
  ['DG', '多光谱', 'multispectral', 4, 290, 16, 35, 22.2],
  ['HG', '高光谱', 'hyperspectral', 2, 60, 30, 30, 22.7],
  ['SR', '雷达', 'SAR', 5, 130, 10, 48, 18],
  ['RH', '热红外', 'TIR', 2, 220, 80, 35, 1.5],
  ['DQ', '大气', 'atmos', 2, 1_200, 3_500, 25, 13.6],
]

/** Seed part for satellites. */
const PART = 59
/** Catalogue ids that are not in use. */
const FIRST_NORAD_ID = 99_001
const J2000_DAYS = 10_957.5

/** Right ascension of the mean sun, degrees. */
const meanSun = (ms: number) => 280.46 + 0.985_647_4 * (ms / DAY_MS - J2000_DAYS)
const turn = (degrees: number) => ((degrees % 360) + 360) % 360

/** Sun-synchronous orbit; age of its data in days: one in eight is stale. */
function orbitOf(index: number, crossing: number, nowMs: number): CircularOrbit {
  const ageDays = index % 8 === 3 ? 16 + (index % 3) : 0.3 + 4 * unit(PART, index, 1)
  // Elements are written with whole milliseconds.
  const epochMs = Math.round(nowMs - ageDays * DAY_MS)
  const meanMotion = 14.6 + 0.6 * unit(PART, index, 2)
  return {
    noradId: FIRST_NORAD_ID + index,
    epochMs,
    // Sun-synchronous: 97.4° at 500 km to 98.3° at 720 km.
    inclinationDeg: 97.4 + (15.2 - meanMotion) * 1.5,
    raanDeg: turn(meanSun(epochMs) + (crossing - 12) * 15 + 8 * (unit(PART, index, 3) - 0.5)),
    anomalyDeg: 360 * unit(PART, index, 4),
    meanMotion,
  }
}

/** Twenty fictitious satellites on made-up orbits. */
export function planSatellites(nowMs: number): DemoSatellite[] {
  const rows = GROUPS.flatMap((group) => Array.from({ length: group[3] }, (_, n) => ({ group, n: n + 1 })))
  return rows.map(({ group: [prefix, name, sensorType, , swathKm, resM, offNadirMax, crossing], n }, index) => {
    const [tle1, tle2] = writeTle(orbitOf(index, crossing, nowMs))
    const code = `${prefix}-${String(n).padStart(2, '0')}`
    return { code, name: `示范${name}星 ${n}（示范轨道）`, sensorType, swathKm, resM, offNadirMax, tle1, tle2 }
  })
}

export type DemoGoal =
  | 'draft'
  | 'submitted'
  | 'rejected'
  | 'cancelled'
  | 'expired'
  | 'failed'
  | 'planned'
  | 'running'
  | 'done'
  | 'closed'
  | 'revisit'

export interface DemoSatTask {
  readonly title: string
  readonly purpose: 'air' | 'fire' | 'flood' | 'spill' | 'heat' | 'other'
  readonly priority: number
  readonly sensorType: SensorType
  readonly lng: number
  readonly lat: number
  /** Half the side length, degrees. */
  readonly halfDeg: number
  /** Start of its window, hours from now. */
  readonly fromHours: number
  readonly toHours: number
  readonly cloudPctMax: number | null
  readonly goal: DemoGoal
}

type Row = readonly [
  title: string,
  purpose: DemoSatTask['purpose'],
  priority: number,
  sensor: SensorType,
  lng: number,
  lat: number,
  halfDeg: number,
  fromHours: number,
  toHours: number,
  cloud: number | null,
  goal: DemoGoal,
]

const ROWS: readonly Row[] = [
  ['盘锦辽东湾溢油 SAR 成像', 'spill', 1, 'SAR', 121.65, 40.7, 0.25, 3, 51, null, 'submitted'],
  ['南京江北园区泄漏周边光学成像', 'air', 1, 'optical', 118.8, 32.25, 0.12, -46, 30, 40, 'done'],
  ['华北沙尘过程多光谱监测', 'air', 2, 'multispectral', 114.6, 40.6, 0.9, -120, -40, 70, 'done'],
  ['鄱阳湖水体范围 SAR 监测', 'flood', 2, 'SAR', 116.3, 29.1, 0.4, -200, -140, null, 'closed'],
  ['洞庭湖洪涝 SAR 监测', 'flood', 2, 'SAR', 112.8, 29.2, 0.4, -168, -110, null, 'done'],
  ['唐山钢铁园区热异常', 'heat', 3, 'TIR', 118.2, 39.7, 0.2, -150, -60, 60, 'done'],
  ['大兴安岭火点排查', 'fire', 2, 'TIR', 124.1, 51.9, 0.5, -96, -10, 60, 'done'],
  ['长三角气溶胶柱浓度', 'air', 3, 'atmos', 120.6, 31.4, 1.2, -110, -50, null, 'done'],
  ['珠三角臭氧前体物', 'air', 3, 'atmos', 113.4, 22.9, 0.9, -70, -20, null, 'done'],
  ['兰州新区化工园光学成像', 'other', 3, 'optical', 103.6, 36.5, 0.1, -90, -30, 30, 'done'],
  ['渤海海峡溢油跟踪', 'spill', 2, 'SAR', 121.1, 38.6, 0.3, -240, -190, null, 'closed'],
  ['三峡库区光学成像', 'other', 4, 'optical', 110.9, 30.9, 0.2, -130, -80, 20, 'done'],
  ['太湖蓝藻高光谱监测', 'other', 3, 'hyperspectral', 120.2, 31.2, 0.25, -190, -100, 30, 'done'],
  ['连云港化工园热异常', 'heat', 3, 'TIR', 119.4, 34.6, 0.15, 6, 90, 50, 'planned'],
  ['青岛港油品泊位 SAR 成像', 'spill', 2, 'SAR', 120.3, 36, 0.15, -2, 60, null, 'planned'],
  ['塔里木盆地沙尘源区', 'air', 4, 'multispectral', 83.5, 39.5, 0.9, 4, 80, 60, 'planned'],
  ['厦门湾溢油应急成像', 'spill', 1, 'SAR', 118.2, 24.4, 0.2, -8, 20, null, 'running'],
  ['天津港周边 SAR 成像', 'other', 2, 'SAR', 117.8, 38.95, 0.15, -8, 20, null, 'running'],
  ['大庆油田热异常复查', 'heat', 3, 'TIR', 125.1, 46.6, 0.2, 8, 100, 60, 'failed'],
  ['呼和浩特周边光学成像', 'other', 4, 'optical', 111.7, 40.8, 0.15, 10, 80, 30, 'submitted'],
  ['秦岭北麓光学成像', 'other', 5, 'optical', 108.9, 34, 0.3, -190, -120, 10, 'rejected'],
  ['北部湾 SAR 成像', 'spill', 3, 'SAR', 109, 21.2, 0.3, -60, -20, null, 'cancelled'],
  ['拉萨河谷光学成像', 'other', 4, 'optical', 91.1, 29.65, 0.15, -100, -60, 20, 'expired'],
  ['成都平原多光谱重访', 'air', 3, 'multispectral', 104, 30.6, 0.5, 5, 53, 60, 'revisit'],
  ['昆明滇池高光谱成像', 'other', 4, 'hyperspectral', 102.7, 24.8, 0.15, 12, 100, 30, 'draft'],
]

/** Twenty-five tasks, covering every state of a task. */
export const planSatTasks = (): DemoSatTask[] =>
  ROWS.map(([title, purpose, priority, sensorType, lng, lat, halfDeg, fromHours, toHours, cloudPctMax, goal]) => ({
    title,
    purpose,
    priority,
    sensorType,
    lng,
    lat,
    halfDeg,
    fromHours,
    toHours,
    cloudPctMax,
    goal,
  }))
