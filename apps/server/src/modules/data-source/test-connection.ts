import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { readDataSourceUrl } from '@natim/domain/data-source'
import { isPublicAddress } from '../../platform/egress.ts'
import { AppError } from '../../platform/errors.ts'
import { greet } from './foreign-database.repository.ts'

/** The only type with a shipped driver. */
const POSTGRESQL = '6'

export interface ReachableHosts {
  readonly hosts: readonly string[]
  /** Hosts of the list that may have loopback or private addresses. */
  readonly privateHosts: readonly string[]
}

export interface Login {
  readonly dbType: string
  readonly dbUrl: string
  readonly user: string
  readonly password: string
}

/**
 * Connects once and disconnects. Only listed hosts are allowed, and every failure gives the same answer, so that it
 * cannot be used to scan a network (security §5).
 *
 * @throws AppError data_source.url_refused, data_source.untestable, data_source.test_failed
 */
export async function testConnection(login: Login, reachable: ReachableHosts): Promise<void> {
  const address = readDataSourceUrl(login.dbType, login.dbUrl)
  if (typeof address === 'string') throw new AppError('data_source.url_refused', { data: { reason: address } })
  if (login.dbType !== POSTGRESQL) throw new AppError('data_source.untestable')
  try {
    await greet(login, address, await resolve(address.host, reachable))
  } catch (error) {
    throw new AppError('data_source.test_failed', { cause: error })
  }
}

/** Resolves the name once and checks the address. */
async function resolve(host: string, { hosts, privateHosts }: ReachableHosts): Promise<string> {
  if (!hosts.includes(host)) throw new Error(`${host} is not on the list of hosts`)
  const { address } = isIP(host) === 0 ? await lookup(host) : { address: host }
  if (!privateHosts.includes(host) && !isPublicAddress(address)) throw new Error(`${host} has a private address`)
  return address
}
