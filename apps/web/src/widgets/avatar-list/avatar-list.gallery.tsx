import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { AvatarList } from './avatar-list.tsx'

const PEOPLE = ['周海宁', '陈嘉禾', '吴越', '何文静', '李文博', '王一鸣', '赵清'].map((name) => ({ name }))

export const gallery: GalleryEntry = {
  title: '头像组',
  states: [
    { name: '三人', render: () => <AvatarList people={PEOPLE.slice(0, 3)} /> },
    { name: '超过上限', render: () => <AvatarList people={PEOPLE} /> },
    { name: '空', render: () => <AvatarList people={[]} /> },
  ],
}
