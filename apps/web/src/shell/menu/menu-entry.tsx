import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { MenuItem } from './menu-items.tsx'

interface MenuEntryProps {
  readonly item: MenuItem
  readonly isSelected: boolean
  readonly className: string | undefined
  /** Replaces the title. */
  readonly children?: ReactNode
  readonly onSelect?: (() => void) | undefined
}

/** A menu entry is a link, to a page of the console or to a new browser tab (SH-11). */
export function MenuEntry({
  item: { title, link },
  isSelected,
  className,
  children = title,
  onSelect,
}: MenuEntryProps) {
  const rest = { className, onClick: onSelect, 'data-selected': isSelected }
  if (link?.kind === 'window') {
    return (
      <a {...rest} href={link.href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    )
  }
  return (
    <Link {...rest} to={link?.path ?? ''} aria-current={isSelected ? 'page' : undefined}>
      {children}
    </Link>
  )
}
