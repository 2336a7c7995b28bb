import type { WxProduct } from '@natim/contract/mon/wx-product'
import { regionName } from '@natim/domain/regions'
import { formatGmt8 } from '@natim/domain/time'
import { WX_AUDIENCES, WX_PRODUCT_STATES, WX_PRODUCT_TYPES } from '@natim/domain/wx-product'
import type { SheetColumn } from '../../platform/xlsx.ts'

const time = (ms: number | null) => (ms === null ? null : formatGmt8(ms))

/** Columns of the product sheet. Drill products are marked in their own row. */
export const PRODUCT_COLUMNS: readonly SheetColumn<WxProduct>[] = [
  { title: '编号', value: ({ no, drill }) => (drill ? `【演练】${no}` : no) },
  { title: '类型', value: ({ type }) => WX_PRODUCT_TYPES[type] },
  { title: '标题', value: ({ title }) => title },
  { title: '摘要', value: ({ summary }) => summary },
  { title: '预警级别', value: ({ severity }) => severity },
  { title: '依据', value: ({ causeNo }) => causeNo },
  { title: '区域', value: ({ regionCode }) => (regionCode === '' ? '全国' : regionName(regionCode)) },
  { title: '受众', value: ({ audience }) => WX_AUDIENCES[audience] },
  { title: '状态', value: ({ state }) => WX_PRODUCT_STATES[state] },
  { title: '编辑', value: ({ editedBy }) => editedBy?.name ?? null },
  { title: '批准', value: ({ approvedBy }) => approvedBy?.name ?? null },
  { title: '定时', value: ({ scheduleMs }) => time(scheduleMs) },
  { title: '发布时间', value: ({ publishMs }) => time(publishMs) },
  { title: '撤回时间', value: ({ recallMs }) => time(recallMs) },
  { title: '原因', value: ({ reason }) => reason },
  { title: '阅读', value: ({ stats }) => stats.read },
  { title: '点赞', value: ({ stats }) => stats.like },
  { title: '分享', value: ({ stats }) => stats.share },
  { title: '收藏', value: ({ stats }) => stats.fav },
]
