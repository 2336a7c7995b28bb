import type { Db } from '../../platform/db/db.ts'
import { findOwner, findRootOrg } from './callback/callback.repository.ts'

export type LocSource = 'exif' | 'wechat' | 'manual' | 'none'

/** China, without a place. */
const NO_REGION = '000000'

/** Columns of a place, with region and department of the nearest station. */
export async function placeColumns(
  db: Db,
  place: { readonly lng: number; readonly lat: number } | null,
  locSource: LocSource,
) {
  const owner = place === null ? undefined : await findOwner(db, place)
  return {
    locSource,
    lng: place?.lng ?? null,
    lat: place?.lat ?? null,
    regionCode: owner?.regionCode ?? NO_REGION,
    sysOrgCode: owner?.sysOrgCode ?? (await findRootOrg(db)),
  }
}
