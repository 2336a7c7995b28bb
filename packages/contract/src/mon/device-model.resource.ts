import { keysOf } from '@natim/domain/record'
import { z } from 'zod'
import { DEVICE_KIND } from '../dict.ts'
import { clearable, codeText, requiredText, text } from '../fields.ts'
import { defineResource, type RowOf } from '../resource/define-resource.ts'
import { field, readOnly, stamps } from '../resource/field.ts'
import { channelTemplateLine } from './channel.resource.ts'

const hasOwnNumbers = (lines: readonly { readonly seq: number }[]) =>
  new Set(lines.map(({ seq }) => seq)).size === lines.length

/** 设备型号: template for new devices. Existing devices keep what they were given. */
export const deviceModel = defineResource({
  base: '/mon/deviceModel',
  code: 'mon:model',
  read: 'view',
  // The device list selects from it.
  listAccess: 'mon:device:view',
  title: '设备型号',
  entityLabel: '型号',
  measureWord: '个',
  view: 'mon/device/ModelList',
  knownBy: ['name', 'code'],
  sort: { field: 'kind', order: 'asc' },
  recycleBin: true,
  fields: {
    name: field(requiredText(80), { label: '型号名称', search: 'like', query: true, width: 220, isSortable: true }),
    code: field(codeText(64), {
      label: '型号编码',
      search: 'like',
      query: true,
      width: 160,
      isSortable: true,
      isImmutable: true,
      unique: 'model.code_in_use',
    }),
    vendor: field(requiredText(80), { label: '厂商', search: 'like', query: true, width: 180, isSortable: true }),
    kind: field(z.enum(keysOf(DEVICE_KIND), '请选择设备类型'), {
      label: '设备类型',
      dictionary: 'mon_device_kind',
      search: 'eq',
      query: true,
      width: 140,
      isImmutable: true,
    }),
    protocol: field(z.enum(['mqtt', 'http', 'gateway'], '请选择接入方式').default('mqtt'), {
      label: '接入方式',
      choices: { mqtt: 'MQTT', http: 'HTTP', gateway: '经网关' },
      width: 90,
    }),
    channelCount: readOnly(z.number().int(), { type: 'none', label: '通道数', width: 80, decimals: 0 }),
    firmwareLatest: field(text(32).nullish(), { label: '最新固件', width: 110, shown: 'wide' }),
    calibIntervalD: field(clearable(z.coerce.number().int().min(1).max(3_650)), {
      label: '校准周期',
      unit: '天',
      width: 100,
      decimals: 0,
      shown: 'wide',
    }),
    channelTemplate: field(
      z.array(channelTemplateLine).max(200).refine(hasOwnNumbers, '通道序号不能重复').default([]),
      {
        label: '通道模板',
        help: '由此型号新增的设备具有这些通道；已有设备不变',
        isWide: true,
        shown: 'chosen',
      },
    ),
    ...stamps({ createTime: 'chosen' }),
  },
})
export type DeviceModelRow = RowOf<typeof deviceModel>
