import { SearchOutlined } from '@ant-design/icons'
import { Select } from 'antd'
import { useNavigate } from 'react-router'
import styles from './menu-search.module.css'
import { matchesTitle, type SearchEntry } from './search-entries.ts'

export interface EntrySelectProps {
  readonly entries: readonly SearchEntry[]
  readonly onDone: () => void
  readonly className: string | undefined
}

/** Finds a page by its title, its initials or its group, and goes there. */
export function EntrySelect({ entries, onDone, className }: EntrySelectProps) {
  const navigate = useNavigate()
  const go = (key: string) => {
    const link = entries.find((entry) => entry.key === key)?.link
    onDone()
    if (link?.kind === 'page') navigate(link.path)
    if (link?.kind === 'window') window.open(link.href, '_blank', 'noopener')
  }
  return (
    <Select<string>
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is drawn when the user asks to search
      autoFocus
      defaultOpen
      className={className ?? ''}
      aria-label="搜索菜单"
      placeholder="输入菜单名称"
      suffixIcon={<SearchOutlined />}
      popupMatchSelectWidth={320}
      notFoundContent="没有匹配的菜单"
      showSearch={{ filterOption: (text, option) => matchesTitle(option?.title ?? '', text) }}
      options={entries.map(({ key, title, groups }) => ({
        value: key,
        label: title,
        title,
        groups: groups.join(' / '),
      }))}
      optionRender={({ data }) => (
        <span className={styles.option}>
          <span className="ellipsis">{data.title}</span>
          <span className={styles.groups}>{data.groups}</span>
        </span>
      )}
      onSelect={go}
      onBlur={onDone}
      onOpenChange={(isListOpen) => !isListOpen && onDone()}
    />
  )
}
