import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import type { NbcDeviceRow } from './nbc.repository.ts'

export type Kind = NbcDeviceRow['kind']

/** Progress of an event's confirmation. */
export type Course = 'detected' | 'proposed' | 'local_confirmed' | 'lab_confirmed' | 'rejected'

export interface Script {
  readonly kind: Kind
  /** Index among the detectors of its kind. */
  readonly index: number
  readonly agoMs: number
  readonly level: number
  readonly data: Readonly<Record<string, unknown>>
  readonly course: Course
  readonly words: readonly string[]
  readonly reason?: 'false' | 'weather' | 'device'
}

/** Events of the weeks before the network was loaded. */
export const SCRIPTS: readonly Script[] = [
  {
    kind: 'chem',
    index: 6,
    agoMs: 50 * MINUTE_MS,
    level: 3,
    data: { agent: 'H', bars: 2, conf: 0.55 },
    course: 'detected',
    words: [],
  },
  {
    kind: 'chem',
    index: 9,
    agoMs: 95 * MINUTE_MS,
    level: 1,
    data: { agent: 'G', bars: 4, conf: 0.62 },
    course: 'proposed',
    words: ['现场手持仪阴性，附近有农药喷洒作业'],
    reason: 'false',
  },
  {
    kind: 'bio',
    index: 4,
    agoMs: 5 * HOUR_MS,
    level: 3,
    data: { value: 2_140, unit: '个/L', conf: 0.5 },
    course: 'local_confirmed',
    words: ['采样器已启动，采样管送省疾控'],
  },
  {
    kind: 'chem',
    index: 12,
    agoMs: 6 * DAY_MS,
    level: 2,
    data: { agent: 'TIC', bars: 3, conf: 0.81 },
    course: 'lab_confirmed',
    words: ['手持 PID 与检测管阳性，疑似氨', '实验室 GC-MS 与离子色谱确认为氨，来自冷库泄漏'],
  },
  {
    kind: 'rad',
    index: 30,
    agoMs: 9 * DAY_MS,
    level: 4,
    data: { value: 0.34, unit: 'µSv/h', isotopes: [{ nuclide: 'I-131', conf: 0.9 }] },
    course: 'rejected',
    words: ['核医学出院患者经过通道，核素 I-131，离开后恢复本底'],
    reason: 'false',
  },
  {
    kind: 'bio',
    index: 15,
    agoMs: 12 * DAY_MS,
    level: 3,
    data: { value: 1_850, unit: '个/L', conf: 0.4 },
    course: 'rejected',
    words: ['花粉高峰，同期邻站同步升高，PCR 阴性'],
    reason: 'weather',
  },
]
