import { Dropdown, type MenuProps, Tooltip } from 'antd'
import { useState } from 'react'
import { IconButton } from './icon-button.tsx'

export interface MoreMenuProps {
  /** Full accessible label, for users who do not see the row. */
  readonly label: string
  readonly items: NonNullable<MenuProps['items']>
}

/** The item unchanged, or disabled with the reason for the refusal. */
export const withRefusal = <Item extends { readonly label: string }>(item: Item, refusal: string | undefined) =>
  refusal === undefined
    ? item
    : {
        ...item,
        disabled: true,
        label: (
          <Tooltip title={refusal} placement="left">
            {item.label}
          </Tooltip>
        ),
      }

/**
 * The button for the remaining actions of a row. Its menu is mounted on the first click, since each row has one; it
 * takes the focus and returns it.
 */
export function MoreMenu({ label, items }: MoreMenuProps) {
  const [isOpen, setIsOpen] = useState<boolean>()
  const isNew = isOpen === undefined
  const button = (
    <IconButton
      icon="more"
      aria-label={label}
      aria-haspopup="menu"
      {...(isNew && { onClick: () => setIsOpen(true) })}
    />
  )
  if (isNew) return button
  return (
    <Dropdown
      menu={{ items }}
      trigger={['click']}
      placement="bottomRight"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the menu opens because its button was pressed
      autoFocus
      open={isOpen}
      onOpenChange={setIsOpen}
    >
      {button}
    </Dropdown>
  )
}
