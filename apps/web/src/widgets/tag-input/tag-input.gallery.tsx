import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { Held } from '../gallery-held.tsx'
import { TagInput, type TagInputProps } from './tag-input.tsx'

const show = (label: string, initial: string, props: TagInputProps = {}) => (
  <Held initial={initial}>{(held) => <TagInput aria-label={label} {...props} {...held} />}</Held>
)

export const gallery: GalleryEntry = {
  title: '标签输入',
  note: '每两个字自动加分号',
  states: [
    { name: '空', render: () => show('标签', '') },
    { name: '已填', render: () => show('现象', '氯气;超标;夜间') },
    {
      name: '着色',
      render: () =>
        show('着色标签', '重点;夜间', {
          colourOf: (tag) => (tag === '重点' ? ['var(--sev-4-tint)', 'var(--sev-4-ink)'] : undefined),
        }),
    },
    { name: '禁用', render: () => show('只读标签', '氯气', { disabled: true }) },
  ],
}
