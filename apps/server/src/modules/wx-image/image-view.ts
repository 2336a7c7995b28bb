import type { WxImage, WxNear } from '@natim/contract/mon/wx-image'
import { maskInstantMs } from '@natim/domain/subject'
import { coarseDeg, coarseKm, wxSender } from '@natim/domain/wx-image'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { AppError } from '../../platform/errors.ts'
import type { ImageRow } from './image.repository.ts'
import type { Alike } from './list.repository.ts'
import type { NearRow } from './near.repository.ts'

/** Visibility of a picture's sender data in a response: exact place, time and text, or none of them. */
export interface WxSight {
  readonly isOpen: boolean
  ms(instant: Date): number
  deg(degrees: number): number
  km(km: number): number
  text(text: string): string
  region(code: string): string
}

const OPEN: WxSight = {
  isOpen: true,
  ms: (instant) => instant.getTime(),
  deg: (degrees) => degrees,
  km: (km) => Math.round(km * 10) / 10,
  text: (text) => text,
  region: (code) => code,
}

const MASKED: WxSight = {
  isOpen: false,
  ms: (instant) => maskInstantMs(instant.getTime()),
  deg: coarseDeg,
  km: coarseKm,
  text: () => '',
  region: (code) => `${code.slice(0, 4)}00`,
}

export const mayOpen = (user: Pick<SessionUser, 'permissions'>): boolean => user.permissions.has('mon:wx:original')

/** @throws AppError wx.open_refused */
export function wxSightOf(user: Pick<SessionUser, 'permissions'>, wantsOpen: boolean): WxSight {
  if (!wantsOpen) return MASKED
  if (!mayOpen(user)) throw new AppError('wx.open_refused')
  return OPEN
}

/** Sight for responses to changes, which reveal only masked data. */
export const MASKED_SIGHT = MASKED

export const nearView = (row: NearRow, sight: WxSight): WxNear => ({
  id: row.stationId,
  name: row.name,
  km: sight.km(row.km),
  reading:
    row.value === null || row.at === null
      ? null
      : {
          metricCode: row.metricCode ?? '',
          deviceId: row.deviceId ?? '',
          channelId: row.channelId ?? '',
          channelNo: row.channelNo ?? 0,
          value: row.value,
          unit: row.unit ?? '',
          precision: row.precision ?? 0,
          atMs: sight.ms(row.at),
        },
})

export interface Around {
  readonly near?: NearRow | undefined
  readonly alike?: readonly Alike[]
  readonly copies?: number
}

function placeView(row: Pick<ImageRow, 'lng' | 'lat'>, sight: WxSight) {
  return row.lng === null || row.lat === null ? null : { lng: sight.deg(row.lng), lat: sight.deg(row.lat) }
}

/** A picture in the form lists show it. */
export const imageView = (row: ImageRow, sight: WxSight, { near, alike = [], copies = 0 }: Around = {}): WxImage => ({
  id: row.id,
  no: row.no,
  channel: row.channel,
  sender: wxSender(row.openidHash),
  state: row.state,
  version: row.version,
  category: row.category,
  risk: row.risk,
  receivedMs: sight.ms(row.receivedAt),
  shotMs: sight.ms(row.shotAt),
  text: sight.text(row.text),
  place: placeView(row, sight),
  locSource: row.locSource,
  regionCode: sight.region(row.regionCode),
  doubts: row.doubts,
  fault: row.fault,
  dupOf: row.dupOf,
  copies,
  similar: alike.filter(({ isExact }) => !isExact).length,
  width: row.width,
  height: row.height,
  sizeBytes: row.sizeBytes,
  isCovered: row.coveredAt !== null,
  isPublic: row.isPublic,
  near: near ? nearView(near, sight) : null,
})
