import { findTleFault } from '@natim/domain/sat-tle'
import { z } from 'zod'
import { codeText, requiredText, text } from '../fields.ts'
import { defineResource, type FormOf, type RowOf } from '../resource/define-resource.ts'
import { field, instant, readOnly, stamps } from '../resource/field.ts'

export const SENSOR_TYPES = {
  optical: '光学',
  multispectral: '多光谱',
  hyperspectral: '高光谱',
  SAR: 'SAR',
  TIR: '热红外',
  atmos: '大气',
} as const
export const sensorType = z.enum(['optical', 'multispectral', 'hyperspectral', 'SAR', 'TIR', 'atmos'], '请选择传感器')

const STATUS = { on: '可用', off: '停用' } as const
const positive = (max: number) => z.coerce.number().positive('须大于 0').max(max, `最大 ${max}`)

/** Blanks around a pasted line are dropped, those inside it are significant. */
const tleLine = (line: 1 | 2) =>
  z
    .string()
    .trim()
    .max(80, '最多 80 个字符')
    .regex(line === 1 ? /^1 [\x20-\x7e]+$/ : /^2 [\x20-\x7e]+$/, `须以“${line} ”开头`)
    .meta({
      examples: [
        line === 1
          ? '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927'
          : '2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537',
      ],
    })

/** What is wrong with the orbit data of a form; undefined if valid. */
export const orbitFault = ({ tle1, tle2 }: { readonly tle1: string; readonly tle2: string }): string | undefined =>
  findTleFault(tle1.trim(), tle2.trim())

/** 卫星: satellites that can be tasked, and their orbits. */
export const satellite = defineResource({
  base: '/mon/satellite',
  code: 'mon:satellite',
  read: 'view',
  title: '卫星',
  entityLabel: '卫星',
  measureWord: '颗',
  view: 'mon/sat/SatelliteList',
  knownBy: ['code'],
  sort: { field: 'code', order: 'asc' },
  fields: {
    code: field(codeText(20), { label: '代号', search: 'like', query: true, width: 110, isSortable: true }),
    name: field(requiredText(60), { label: '名称', search: 'like', width: 170 }),
    sensorType: field(sensorType, { label: '传感器', choices: SENSOR_TYPES, search: 'eq', width: 90 }),
    status: field(z.enum(['on', 'off'], '请选择状态').default('on'), {
      label: '状态',
      choices: STATUS,
      search: 'eq',
      width: 80,
    }),
    swathKm: field(positive(3_000), { label: '幅宽', unit: 'km', width: 90, isSortable: true }),
    resM: field(positive(50_000), { label: '分辨率', help: '星下点', unit: 'm', width: 90, isSortable: true }),
    offNadirMax: field(z.coerce.number().min(0).max(60, '最大 60'), {
      label: '最大侧摆',
      unit: '°',
      width: 90,
    }),
    tle1: field(tleLine(1), {
      label: '轨道根数第 1 行',
      help: '可把两行一起粘贴到这里',
      isWide: true,
      shown: 'chosen',
      width: 480,
      refusals: ['sat.tle'],
    }),
    tle2: field(tleLine(2), { label: '轨道根数第 2 行', isWide: true, shown: 'chosen', width: 480 }),
    remark: field(text(200).nullish(), { label: '备注', isWide: true, width: 200, shown: 'chosen' }),
    noradId: readOnly(z.number().int(), { label: '编目号', width: 90 }),
    tleEpoch: instant({ label: '根数历元', width: 160, isSortable: true }),
    ...stamps({ createTime: 'chosen' }),
  },
})
export type SatelliteRow = RowOf<typeof satellite>
export type SatelliteForm = FormOf<typeof satellite>
