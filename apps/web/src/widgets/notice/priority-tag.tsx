import { NOTICE_PRIORITY } from '@natim/contract/dict'
import { Tag, type TagTone } from '@/ui/tag.tsx'

/** SH-46: blue, orange, red. An urgent notice is one of the few things allowed to be red (design §1). */
const TONES: Readonly<Record<string, TagTone>> = { L: 'info', M: 'warning', H: 'error' }

/** Priority of an announcement; nothing for an unknown value. */
export function PriorityTag({ priority }: { readonly priority: string | null }) {
  const tone = priority === null ? undefined : TONES[priority]
  if (tone === undefined) return null
  return <Tag tone={tone}>{NOTICE_PRIORITY[priority as keyof typeof NOTICE_PRIORITY]}</Tag>
}
