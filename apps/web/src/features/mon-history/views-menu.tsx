import { StarOutlined } from '@ant-design/icons'
import type { SavedView, ViewContent } from '@natim/contract/system/saved-view'
import { Button, Popover } from 'antd'
import { useState } from 'react'
import { useListState } from '@/lib/list-state.ts'
import { SavedViews } from '@/resource/index.ts'
import { HISTORY_DEFAULTS } from '@/widgets/history/history-range.ts'
import { PAGE_DEFAULTS } from './history-state.ts'

/** Page that the saved views belong to. */
const PATH = '/mon/history'
const DEFAULTS = { ...PAGE_DEFAULTS, ...HISTORY_DEFAULTS }
type State = typeof DEFAULTS

/** 视图: channels, range, level and comparison saved on the server under a name, shared like views of lists. */
export function ViewsMenu() {
  const [isOpen, setIsOpen] = useState(false)
  const [state, change] = useListState<State>(DEFAULTS)
  return (
    <Popover
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger="click"
      placement="bottomRight"
      title="保存的视图"
      destroyOnHidden
      content={
        <SavedViews
          listPath={PATH}
          placeholder="把当前通道、时段和对比保存为…"
          contentOf={() => toContent(state)}
          onShow={(view) => {
            change({ ...DEFAULTS, ...fromContent(view) })
            setIsOpen(false)
          }}
        />
      }
    >
      <Button icon={<StarOutlined aria-hidden />} aria-haspopup="dialog">
        视图
      </Button>
    </Popover>
  )
}

/** Views store strings: the differences from the defaults, as written to the address. The zoom is not saved. */
function toContent({ zoom: _zoom, ...state }: State): ViewContent {
  const kept = Object.entries(state).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(DEFAULTS[key as keyof State]),
  )
  const filters = Object.fromEntries(kept.map(([key, value]) => [key, JSON.stringify(value)]))
  return { filters, sort: { field: 'time', order: 'asc' }, columns: {} }
}

/** A view is untrusted input: invalid values are dropped when the address is read. */
function fromContent({ content }: Pick<SavedView, 'content'>): Partial<State> {
  const known = Object.entries(content.filters).filter(([key]) => key in DEFAULTS)
  return Object.fromEntries(known.flatMap(([key, text]) => parsed(key, text))) as Partial<State>
}

function parsed(key: string, text: string): [string, unknown][] {
  try {
    return [[key, JSON.parse(text)]]
  } catch {
    return []
  }
}
