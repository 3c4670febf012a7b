import {
  MenuButton,
  MenuGroup,
  MenuGroupLabel,
  MenuItem,
  MenuItemCheck,
  MenuItemRadio,
  Menu as MenuList,
  MenuProvider,
} from '@ariakit/react'
import type { ReactNode } from 'react'

interface Choice {
  legend: string
  value: string
  onChange: (value: string) => void
  options: readonly (readonly [value: string, words: string])[]
}

interface Props {
  label: ReactNode
  /** What may be set in it, shown first. */
  choice: Choice
  items: readonly (readonly [words: string, act: () => void])[]
}

/** A button that opens a list of things to do: arrow keys and first letters move in it, Escape closes it. */
export const Menu = ({ label, choice, items }: Props) => (
  <MenuProvider placement="top-start" values={{ choice: choice.value }} setValues={({ choice: value }) => choice.onChange(value)}>
    <MenuButton className="button quiet menu-button">{label}</MenuButton>
    <MenuList className="menu-list" gutter={6} fixed unmountOnHide>
      <MenuGroup>
        <MenuGroupLabel className="menu-label">{choice.legend}</MenuGroupLabel>
        {choice.options.map(([value, words]) => (
          <MenuItemRadio key={value} name="choice" value={value} className="menu-item">
            <MenuItemCheck className="menu-check" />
            {words}
          </MenuItemRadio>
        ))}
      </MenuGroup>
      <hr />
      {items.map(([words, act]) => (
        <MenuItem key={words} className="menu-item" onClick={act}>
          {words}
        </MenuItem>
      ))}
    </MenuList>
  </MenuProvider>
)
