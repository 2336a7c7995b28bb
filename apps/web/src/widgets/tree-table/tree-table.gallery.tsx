import { categoryEndpoints } from '@natim/contract/system/category'
import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { TreeTable } from './tree-table.tsx'

const COLUMNS = [
  { key: 'name', title: '名称', dataIndex: 'name' },
  { key: 'code', title: '编码', dataIndex: 'code', width: 160 },
]

export const gallery: GalleryEntry = {
  title: '树表',
  note: '行在首次展开时加载下级；没有下级的行失去展开符',
  states: [
    {
      name: '真实：分类字典',
      span: 12,
      render: () => <TreeTable url={categoryEndpoints.childList.path} queryKey="pid" topValue="0" columns={COLUMNS} />,
    },
    { name: '地址不存在', span: 12, render: () => <TreeTable url="/sys/nowhere" columns={COLUMNS} /> },
  ],
}
