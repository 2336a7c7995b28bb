import { createContext, use } from 'react'

/** Values for `{{ window.name }}` in menu addresses, from the configuration of this installation (D-39). */
export const MenuVariables = createContext<Readonly<Record<string, string>>>({})

export const useMenuVariables = () => use(MenuVariables)
