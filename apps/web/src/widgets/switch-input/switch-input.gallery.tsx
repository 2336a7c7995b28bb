import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { Held } from '../gallery-held.tsx'
import { SwitchInput, type SwitchInputProps, type SwitchValue } from './switch-input.tsx'

const show = (initial: SwitchValue | undefined, props: SwitchInputProps = {}) => (
  <Held<SwitchValue> {...(initial !== undefined && { initial })}>
    {(held) => <SwitchInput aria-label="启用" {...props} {...held} />}
  </Held>
)

export const gallery: GalleryEntry = {
  title: '开关',
  note: '默认存 Y / N',
  states: [
    { name: '开', render: () => show('Y') },
    { name: '关', render: () => show('N') },
    { name: '空：立即存为关', render: () => show(undefined) },
    { name: '禁用', render: () => show('Y', { disabled: true }) },
    { name: '1 与 0', render: () => show(1, { values: [1, 0] }) },
    { name: '查询', render: () => show(undefined, { isQuery: true, placeholder: '全部' }) },
  ],
}
