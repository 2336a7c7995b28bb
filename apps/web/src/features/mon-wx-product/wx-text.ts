import type { WxProduct } from '@natim/contract/mon/wx-product'
import { regionShortName } from '@natim/domain/regions'
import { formatGmt8 } from '@natim/domain/time'
import { WX_PRODUCT_TYPES, type WxProductState } from '@natim/domain/wx-product'
import type { TagTone } from '@/ui/tag.tsx'

export const WX = {
  products: '/mon/wx/product',
  product: (id: string) => `/mon/wx/product/edit/${id}`,
  fresh: '/mon/wx/product/edit/new',
} as const

export const STATE_TONES: Readonly<Record<WxProductState, TagTone>> = {
  draft: 'neutral',
  in_review: 'info',
  approved: 'info',
  scheduled: 'info',
  publishing: 'info',
  published: 'success',
  returned: 'warning',
  failed: 'error',
  recalled: 'warning',
  archived: 'neutral',
}

/** 11-21 11:26 */
export const minuteText = (ms: number): string => formatGmt8(ms).slice(5, 16)

/** 日报 / 2 级预警 */
export const typeText = ({ type, severity }: Pick<WxProduct, 'type' | 'severity'>): string =>
  type === 'warning' && severity !== null ? `${severity} 级预警` : WX_PRODUCT_TYPES[type]

export const regionText = (code: string): string => (code === '' ? '全国' : regionShortName(code))

/** Publication time, published or scheduled; otherwise the last change. */
export function timeText({ state, publishMs, scheduleMs, updateMs }: WxProduct): string {
  if (publishMs !== null) return `发布 ${minuteText(publishMs)}`
  if (scheduleMs !== null && state === 'scheduled') return `定于 ${minuteText(scheduleMs)}`
  return `更新 ${minuteText(updateMs)}`
}
