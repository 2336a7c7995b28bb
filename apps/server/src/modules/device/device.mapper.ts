import type { deviceForm } from '@natim/contract/mon/device'
import type { z } from 'zod'
import type { DataScope } from '../../platform/scope.ts'

type ParsedForm = z.output<typeof deviceForm>

const PLAIN_COLUMNS = [
  'gatewayId',
  'lng',
  'lat',
  'serialNo',
  'assetNo',
  'installedAt',
  'warrantyUntil',
  'nextCalibDate',
  'tags',
] as const

/** Named columns only; absent and null mean unchanged (contract/00 §9). */
export function columnsOf(form: Partial<ParsedForm>): Partial<Pick<ParsedForm, (typeof PLAIN_COLUMNS)[number]>> {
  const given = PLAIN_COLUMNS.filter((name) => form[name] !== undefined && form[name] !== null)
  const columns = Object.fromEntries(given.map((name) => [name, form[name]]))
  return form.onlineTimeoutS ? ({ ...columns, onlineTimeoutS: form.onlineTimeoutS } as typeof columns) : columns
}

/** A device that stands at no station belongs to the department and the first region of whoever adds it. */
export function placeWithoutStation({ regionPrefixes: [prefix = ''], orgCode }: DataScope) {
  const regionCode = /^\d+$/.test(prefix) ? prefix.padEnd(6, '0') : '000000'
  return { stationId: null, regionCode, sysOrgCode: orgCode }
}
