import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { DetailList } from './detail-list.tsx'

const ITEMS = [
  { term: '站点', content: '江北化工园区东门' },
  { term: '类型', content: '化工园区' },
  { term: '设备', content: '12 台' },
  { term: '地址', content: '江苏省南京市江北新区新材料科技园长芦街道方水路与罐区路交叉口东北角' },
  { term: '负责人', content: '周海宁' },
  { term: '备注', content: '' },
]

export const gallery: GalleryEntry = {
  title: '详情列表',
  note: '1 到 4 列，默认 3；768 以下 2 列，576 以下 1 列',
  states: [
    { name: '3 列，有标题', span: 24, render: () => <DetailList title="基本信息" items={ITEMS} /> },
    { name: '4 列，小', span: 24, render: () => <DetailList columns={4} size="small" items={ITEMS} /> },
    { name: '1 列', span: 12, render: () => <DetailList columns={1} items={ITEMS.slice(0, 3)} /> },
    { name: '空', span: 12, render: () => <DetailList title="无内容" items={[]} /> },
  ],
}
