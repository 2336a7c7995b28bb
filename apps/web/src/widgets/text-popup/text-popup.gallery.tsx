import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { Held } from '../gallery-held.tsx'
import { TextPopup, type TextPopupProps } from './text-popup.tsx'

const LONG = '11 月 21 日 10:42 江北化工园区东门 Cl₂ 超过 1 级限值，值班员已电话确认，现场风向东北。'
const show = (label: string, initial: string, props: TextPopupProps = {}) => (
  <Held initial={initial}>{(held) => <TextPopup aria-label={label} {...props} {...held} />}</Held>
)

export const gallery: GalleryEntry = {
  title: '文本弹出框',
  note: '图标打开大框，两处编辑同一个值',
  states: [
    { name: '空', render: () => show('备注', '') },
    { name: '长文本', render: () => show('经过', LONG) },
    { name: '表格内尺寸', render: () => show('处置', LONG, { size: 'grid' }) },
    { name: '禁用', render: () => show('只读备注', LONG, { disabled: true }) },
  ],
}
