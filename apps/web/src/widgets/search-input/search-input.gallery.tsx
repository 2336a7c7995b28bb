import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { Held } from '../gallery-held.tsx'
import { SearchInput } from './search-input.tsx'

const TYPES = [
  ['like', '包含'],
  ['ne', '不等于'],
  ['ge', '大于等于'],
  ['le', '小于等于'],
] as const

export const gallery: GalleryEntry = {
  title: '查询输入',
  note: '下方是发送的文本',
  states: TYPES.map(([type, name]) => ({
    name,
    render: () => (
      <Held<string>>
        {({ value, onChange }) => (
          <>
            <SearchInput aria-label={name} placeholder="请输入" type={type} value={value} onChange={onChange} />
            <code className="t-caption t-mono">{value || '（不发送）'}</code>
          </>
        )}
      </Held>
    ),
  })),
}
