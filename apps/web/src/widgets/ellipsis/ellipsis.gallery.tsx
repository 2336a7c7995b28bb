import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { Ellipsis } from './ellipsis.tsx'

export const gallery: GalleryEntry = {
  title: '文本截断',
  note: '默认 25 个字符，悬停见全文',
  states: [
    { name: '短', render: () => <Ellipsis text="江北化工园区" /> },
    {
      name: '长',
      render: () => <Ellipsis text="江苏省南京市江北新区新材料科技园东门口空气毒性与感染监测点（二期）" />,
    },
    { name: '12 个字符', render: () => <Ellipsis text="江苏省南京市江北新区新材料科技园" length={12} /> },
    { name: '空', render: () => <Ellipsis text="" /> },
  ],
}
