import { provinceOf } from '@natim/domain/regions'
import { PROVINCE_FACTS } from './provinces.data.ts'
import type { DemoDepart } from './types.ts'

/** Root of the tree; the server's root has the same code. */
export const NATIONAL_ORG_CODE = 'A01'

const PROVINCIAL: readonly DemoDepart[] = PROVINCE_FACTS.map(({ code }, index) => ({
  orgCode: `${NATIONAL_ORG_CODE}A${String(index + 1).padStart(2, '0')}`,
  parentOrgCode: NATIONAL_ORG_CODE,
  departName: `${provinceOf(code)?.name ?? code}监测中心`,
  regionCode: code,
}))

/** The national centre, then the 31 provincial ones (A01A01 … A01A31) in the order of their region codes. */
export const DEPARTS: readonly DemoDepart[] = [
  { orgCode: NATIONAL_ORG_CODE, parentOrgCode: null, departName: '国家监测中心', regionCode: null },
  ...PROVINCIAL,
]

const BY_PROVINCE = new Map(PROVINCIAL.map((depart) => [depart.regionCode?.slice(0, 2), depart.orgCode]))

/** Code of the centre responsible for a region; the national one outside the 31 provinces. */
export function orgCodeOf(regionCode: string): string {
  return BY_PROVINCE.get(regionCode.slice(0, 2)) ?? NATIONAL_ORG_CODE
}
