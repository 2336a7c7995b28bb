import { Dropdown, type MenuProps } from 'antd'
import { useState } from 'react'
import { IconButton } from './icon-button.tsx'

export interface MoreMenuProps {
  /** Whole sentence for those who do not see which row it stands in. */
  readonly label: string
  readonly items: NonNullable<MenuProps['items']>
}

/**
 * The button behind which the rest of a row's actions stands. Its menu exists from the first click on, since a list
 * has one in each row; it takes the focus, and gives it back.
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
