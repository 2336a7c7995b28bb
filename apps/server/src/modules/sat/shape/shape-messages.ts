import type { SatArea } from '@natim/domain/sat-area'

export const SHAPE_REFUSALS = {
  unreadable: '不是有效的 shapefile 压缩包',
  too_large: '压缩包解开后过大',
  no_shape: '压缩包中没有 .shp 文件',
  no_polygon: 'shapefile 中没有面要素',
  too_many: '顶点过多，请先简化',
  slow: '读取 shapefile 超时',
} as const
export type ShapeRefusal = keyof typeof SHAPE_REFUSALS

export type ShapeAnswer =
  | { readonly kind: 'area'; readonly area: SatArea; readonly shapes: number }
  | { readonly kind: 'refused'; readonly reason: ShapeRefusal }
