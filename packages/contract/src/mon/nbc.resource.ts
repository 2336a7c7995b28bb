import { keysOf } from '@natim/domain/record'
import { z } from 'zod'
import { NBC_DETECTOR } from '../dict.ts'
import { clearable, dateText, rowId, text } from '../fields.ts'
import { defineResource, type RowOf } from '../resource/define-resource.ts'
import { field, readOnly, stamps } from '../resource/field.ts'

const energy = clearable(z.coerce.number().min(0).max(100_000, '能量过大'))
const level = clearable(z.coerce.number().min(0).max(10_000_000, '数值过大'))

/** 装备: additional data of rad, chem and bio devices beyond the device register (domain §3.12). */
export const nbcEquipment = defineResource({
  base: '/mon/nbc/equipment',
  code: 'mon:nbc',
  read: 'view',
  writtenWith: 'edit',
  title: '核生化装备',
  entityLabel: '装备',
  measureWord: '台',
  view: 'mon/nbc/Equipment',
  knownBy: ['clientId'],
  sort: { field: 'sourceDue', order: 'asc' },
  recycleBin: true,
  exports: [
    'deviceName',
    'clientId',
    'kind',
    'stationName',
    'regionCode',
    'detector',
    'libraryVersion',
    'status',
    'readiness',
    'readinessText',
    'sourceCheck',
    'sourceDue',
    'calibDue',
    'alarmL1',
    'alarmL2',
    'alarmL3',
  ],
  fields: {
    deviceId: field(rowId, {
      label: '设备',
      type: 'none',
      isImmutable: true,
      shown: 'chosen',
      refusals: ['nbc.has_profile', 'nbc.kind'],
    }),
    deviceName: readOnly(z.string(), { label: '装备名称', search: 'like', query: true, width: 200, isSortable: true }),
    clientId: readOnly(z.string(), { label: '客户端ID', search: 'like', query: true, width: 170, isSortable: true }),
    kind: readOnly(z.enum(['rad', 'chem', 'bio']), {
      label: '类型',
      dictionary: 'mon_device_kind',
      search: 'eq',
      query: true,
      width: 150,
    }),
    stationName: readOnly(z.string().nullable(), { label: '站点', query: true, width: 180, shown: 'wide' }),
    regionCode: readOnly(z.string(), {
      label: '行政区划',
      isRegion: true,
      search: 'region',
      query: true,
      width: 150,
      isSortable: true,
    }),
    detector: field(z.enum(keysOf(NBC_DETECTOR), '请选择探测器类型'), {
      label: '探测器',
      dictionary: 'mon_nbc_detector',
      search: 'eq',
      query: true,
      width: 150,
    }),
    libraryVersion: field(text(32).nullish(), { label: '库版本', query: true, width: 110 }),
    status: readOnly(z.string(), {
      label: '设备状态',
      dictionary: 'mon_device_status',
      search: 'eq',
      query: true,
      width: 90,
    }),
    /** 战备状态, and why it is not 就绪; computed, never stored. */
    readiness: readOnly(z.enum(['ready', 'limited', 'unusable']), {
      label: '战备状态',
      dictionary: 'mon_nbc_readiness',
      type: 'none',
      width: 120,
    }),
    readinessText: readOnly(z.string(), { label: '原因', type: 'none', width: 180, shown: 'wide' }),
    sourceCheck: field(clearable(dateText), {
      label: '上次核查源检查',
      type: 'date',
      query: true,
      width: 140,
      isSortable: true,
      shown: 'wide',
    }),
    sourceDue: field(clearable(dateText), {
      label: '下次核查',
      type: 'date',
      query: true,
      width: 176,
      isSortable: true,
      refusals: ['nbc.due'],
    }),
    calibDue: readOnly(z.string().nullable(), {
      label: '校准到期',
      type: 'date',
      query: true,
      width: 150,
      isSortable: true,
    }),
    energyLoKev: field(energy, { label: '能量下限', unit: 'keV', width: 100, shown: 'chosen' }),
    energyHiKev: field(energy, {
      label: '能量上限',
      unit: 'keV',
      width: 100,
      shown: 'chosen',
      refusals: ['nbc.energy'],
    }),
    alarmL1: field(level, {
      label: '仪器一级',
      help: '仪器自身的报警设定，辐射为 µSv/h，化学为格，生物为个/L',
      width: 100,
      decimals: 'exact',
      shown: 'wide',
    }),
    alarmL2: field(level, { label: '仪器二级', width: 100, decimals: 'exact', shown: 'wide' }),
    alarmL3: field(level, { label: '仪器三级', width: 100, decimals: 'exact', shown: 'wide' }),
    note: field(text(255).nullish(), { label: '说明', isWide: true, rows: 2, width: 200, shown: 'chosen' }),
    lng: readOnly(z.number().nullable(), { type: 'none' }),
    lat: readOnly(z.number().nullable(), { type: 'none' }),
    ...stamps({ createBy: 'chosen', createTime: 'chosen' }),
  },
})
export type NbcEquipmentRow = RowOf<typeof nbcEquipment>
