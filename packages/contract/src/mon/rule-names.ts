import type { SentenceNames } from '@natim/domain/alarm/sentence'
import { metricByCode } from '@natim/domain/metrics'
import { regionShortName } from '@natim/domain/regions'
import { DEVICE_KIND, STATION_TYPE } from '../dict.ts'

/** Events that devices report and rules wait for, by code. */
export const EVENT_NAMES: Readonly<Record<string, string>> = {
  nbc: '核生化探测',
  'nbc.chem': '化学毒剂',
  'nbc.bio': '生物气溶胶',
  'nbc.rad': '辐射',
  'vital.news2': 'NEWS2 评分',
}

/** Labels of the codes used in rules; names of devices, stations and models are supplied by the caller. */
export const RULE_NAMES: SentenceNames = {
  metric: (code) => metricByCode(code)?.nameCn,
  unit: (code) => metricByCode(code)?.unit,
  region: regionShortName,
  stationType: (code) => (STATION_TYPE as Readonly<Record<string, string>>)[code],
  deviceKind: (code) => (DEVICE_KIND as Readonly<Record<string, string>>)[code],
  eventType: (code) => EVENT_NAMES[code],
}
