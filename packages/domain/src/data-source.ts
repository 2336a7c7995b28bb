/** Database kinds (dictionary database_type) with a known address format, and the initial text of a form. */
interface DataSourceKind {
  readonly driver: string
  /** Scheme of its address, as existing clients write it. */
  readonly scheme: string
  readonly port: number
  readonly template: string
}

const kind = (driver: string, scheme: string, port: number, separator = '/'): DataSourceKind => ({
  driver,
  scheme,
  port,
  template: `${scheme}127.0.0.1:${port}${separator}database`,
})

/** By dictionary value. File-based kinds have no address and are not offered. */
export const DATA_SOURCE_KINDS: Readonly<Record<string, DataSourceKind>> = {
  1: kind('com.mysql.jdbc.Driver', 'jdbc:mysql://', 3306),
  2: kind('oracle.jdbc.OracleDriver', 'jdbc:oracle:thin:@', 1521, ':'),
  3: kind('com.microsoft.sqlserver.jdbc.SQLServerDriver', 'jdbc:sqlserver://', 1433, ';DatabaseName='),
  4: kind('com.mysql.cj.jdbc.Driver', 'jdbc:mysql://', 3306),
  5: kind('org.mariadb.jdbc.Driver', 'jdbc:mariadb://', 3306),
  6: kind('org.postgresql.Driver', 'jdbc:postgresql://', 5432),
  7: kind('dm.jdbc.driver.DmDriver', 'jdbc:dm://', 5236),
  8: kind('com.kingbase8.Driver', 'jdbc:kingbase8://', 54321),
  9: kind('com.oscar.Driver', 'jdbc:oscar://', 2003),
  11: kind('com.ibm.db2.jcc.DB2Driver', 'jdbc:db2://', 50000),
}

export interface DataSourceAddress {
  readonly host: string
  readonly port: number
  readonly database: string
  /** TLS was asked for. */
  readonly hasTls: boolean
}

const SWITCH = /^(true|false)$/
const NUMBER = /^\d{1,9}$/

/**
 * Allowed parameters with their allowed values: those the clients' templates use, and similar ones. None of them
 * reaches a file, a class or another host; all others are refused because drivers have many that do.
 */
const PARAMETERS: Readonly<Record<string, RegExp>> = {
  characterEncoding: /^[\w-]+$/,
  useUnicode: SWITCH,
  useSSL: SWITCH,
  ssl: SWITCH,
  sslmode: /^(disable|require)$/,
  serverTimezone: /^[\w/+:%-]+$/,
  currentSchema: /^\w+$/,
  connectTimeout: NUMBER,
  socketTimeout: NUMBER,
  allowPublicKeyRetrieval: SWITCH,
  tinyInt1isBit: SWITCH,
  zeroDateTimeBehavior: /^(convertToNull|CONVERT_TO_NULL|round|ROUND|exception|EXCEPTION)$/,
  useJDBCCompliantTimezoneShift: SWITCH,
  useLegacyDatetimeCode: SWITCH,
  rewriteBatchedStatements: SWITCH,
  nullCatalogMeansCurrent: SWITCH,
  autoReconnect: SWITCH,
  stringtype: /^(unspecified|varchar)$/,
}
/** SQL Server properties, in any case; the database is one of them. */
const PROPERTIES: Readonly<Record<string, RegExp>> = {
  databasename: /^[\w-]{1,64}$/,
  selectmethod: /^(cursor|direct)$/i,
  encrypt: SWITCH,
  trustservercertificate: SWITCH,
  logintimeout: NUMBER,
}
const HOST = '[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?'
const SHAPE = new RegExp(`^(${HOST})(?::(\\d{1,5}))?(.*)$`)
const DATABASE = '[\\w-]{1,64}'
const SQL_SERVER = '3'
const DM = '7'

type Pairs = readonly (readonly [name: string, value: string])[]

/** The part after host and port. */
interface Rest {
  readonly database: string
  readonly parameters: Pairs
}

const pairsOf = (text: string, separator: string): Pairs =>
  text === ''
    ? []
    : text.split(separator).map((part) => {
        const [name = '', ...value] = part.split('=')
        return [name, value.join('=')]
      })

function readRest(dbType: string, text: string): Rest | undefined {
  if (dbType === SQL_SERVER) return readProperties(text)
  // Existing clients pass the database of 达梦 as the first parameter.
  const shape =
    dbType === DM ? `^/(?:(${DATABASE})(?:\\?(.*))?|\\?(${DATABASE})(?:&(.*))?)$` : `^[/:](${DATABASE})(?:\\?(.*))?$`
  const match = new RegExp(shape).exec(text)
  if (!match) return undefined
  const [, before, query, within, more] = match
  return { database: before ?? within ?? '', parameters: pairsOf(query ?? more ?? '', '&') }
}

/** `;SelectMethod=cursor;DatabaseName=air` */
function readProperties(text: string): Rest | undefined {
  if (!text.startsWith(';')) return undefined
  const given = pairsOf(text.slice(1).replace(/;$/, ''), ';').map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  )
  const databases = given.filter(([name]) => name === 'databasename')
  const [database] = databases
  return databases.length === 1 && database ? { database: database[1], parameters: given } : undefined
}

/** Parses an address (security §5). @returns a sentence for the user if it is not accepted */
export function readDataSourceUrl(dbType: string, url: string): DataSourceAddress | string {
  const known = Object.hasOwn(DATA_SOURCE_KINDS, dbType) ? DATA_SOURCE_KINDS[dbType] : undefined
  if (known === undefined) return '不支持该数据库类型'
  if (!url.startsWith(known.scheme)) return `应以 ${known.scheme} 开头`
  const [, host = '', portText, text = ''] = SHAPE.exec(url.slice(known.scheme.length)) ?? []
  const rest = host === '' ? undefined : readRest(dbType, text)
  if (!rest) return `格式应为 ${known.template}`
  const port = portText === undefined ? known.port : Number(portText)
  if (port < 1 || port > 65_535) return '端口应为 1–65535'
  const { database, parameters } = rest
  const rules = dbType === SQL_SERVER ? PROPERTIES : PARAMETERS
  for (const [name, value] of parameters) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
    if (!rule?.test(value)) return `不允许的参数 ${name}`
  }
  const asksFor = (names: readonly string[], wanted: string) =>
    parameters.some(([name, value]) => names.includes(name) && value === wanted)
  return {
    host,
    port,
    database,
    hasTls: asksFor(['ssl', 'useSSL', 'encrypt'], 'true') || asksFor(['sslmode'], 'require'),
  }
}
