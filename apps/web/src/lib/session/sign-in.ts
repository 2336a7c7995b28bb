import type { CallInput, CallResult, Endpoint } from '@natim/contract/endpoint'
import { identityEndpoints } from '@natim/contract/system/identity'
import { accountEndpoints } from '@natim/contract/system/identity-account'
import {
  type DepartRow,
  type LoginForm,
  type LoginResult,
  sessionEndpoints,
  type TenantRow,
} from '@natim/contract/system/session'
import { thirdLoginEndpoints } from '@natim/contract/system/third-login'
import { ApiError } from '../api/api-error.ts'
import { call, callWithMessage } from '../api/http.ts'
import { keepSession } from './session-store.ts'

/** An authenticated user before the open choices are made. Third-party sign-in returns neither lists nor texts. */
export type Entrance = Pick<LoginResult, 'token' | 'userInfo'> & Partial<LoginResult>

/** These sign-in kinds succeed by code 200, number or text, whatever the success flag says (D-16). */
async function enterBy<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallResult<E>> {
  const { result, code, message } = await callWithMessage(endpoint, input, { silent: true })
  if (Number(code) !== 200) throw new ApiError(message, { status: 200, code: Number(code) })
  return result
}

export const signInByAccount = (form: LoginForm): Promise<Entrance> => enterBy(sessionEndpoints.login, { body: form })

export const signInByPhone = (form: CallInput<typeof identityEndpoints.phoneLogin>['body']): Promise<Entrance> =>
  enterBy(identityEndpoints.phoneLogin, { body: form })

/** Exchanges the token of a pop-up or a provider redirect for its user. */
export const signInByThird = (token: string, thirdType: string): Promise<Entrance> =>
  enterBy(thirdLoginEndpoints.loginUser, { params: { token, thirdType } })

/** Single sign-on: here the success flag counts (D-16). Only in builds made with it. */
export const signInBySso = (ticket: string, service: string): Promise<Entrance> =>
  call(identityEndpoints.casLogin, { query: { ticket, service } }, { silent: true })

/** Choices for a user with several departments or tenants; one or none needs no choice (SS-27, SS-28). */
export interface OpenChoices {
  readonly departs: readonly DepartRow[] | undefined
  readonly tenants: readonly TenantRow[] | undefined
}

export function openChoices({ departs, multi_depart, tenantList }: Entrance): OpenChoices | undefined {
  const several: OpenChoices = {
    departs: multi_depart === 2 ? departs : undefined,
    tenants: tenantList !== undefined && tenantList.length > 1 ? tenantList : undefined,
  }
  return several.departs === undefined && several.tenants === undefined ? undefined : several
}

export interface Choice {
  readonly orgCode?: string | undefined
  readonly tenantId?: string | undefined
}

/**
 * Starts the session with the chosen department and tenant, or with the only tenant. @throws ApiError; no session is
 * started then
 */
export async function enter(entrance: Entrance, { orgCode, tenantId }: Choice = {}): Promise<void> {
  const [only, ...others] = entrance.tenantList ?? []
  const silent = only !== undefined && others.length === 0 ? String(only.id) : undefined
  let { userInfo } = entrance
  if (orgCode !== undefined) {
    const body = { orgCode, username: userInfo.username }
    const chosen = await call(accountEndpoints.selectDepart, { body }, { silent: true, token: entrance.token })
    userInfo = chosen.userInfo
  }
  keepSession({ ...entrance, userInfo, tenantId: tenantId ?? silent })
}
