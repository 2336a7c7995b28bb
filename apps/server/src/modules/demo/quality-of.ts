import type { ChannelTemplate } from '@natim/demo/network'
import { QUALITY } from '@natim/domain/quality'

/** Quality bits the server would set on a value of this channel (domain §3.6). */
export function qualityOf({ lod, rangeHi, rangeLo }: ChannelTemplate, value: number): number {
  if (lod !== null && value < lod) return QUALITY.belowLod
  return value > rangeHi || value < rangeLo ? QUALITY.outOfRange : 0
}
