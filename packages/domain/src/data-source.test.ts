import { describe, expect, it } from 'vitest'
import { DATA_SOURCE_KINDS, readDataSourceUrl } from './data-source.ts'

describe('an address of a database', () => {
  it.each(Object.entries(DATA_SOURCE_KINDS))(
    'of kind %s starts with a template that can be read',
    (dbType, { template, port }) => {
      expect(readDataSourceUrl(dbType, template)).toEqual({
        host: '127.0.0.1',
        port,
        database: 'database',
        hasTls: false,
      })
    },
  )

  it('has the port of its kind when it names none, and says whether it asks for TLS', () => {
    expect(readDataSourceUrl('6', 'jdbc:postgresql://db.example.org/air?sslmode=require')).toEqual({
      host: 'db.example.org',
      port: 5432,
      database: 'air',
      hasTls: true,
    })
  })

  it.each([
    ['6', 'jdbc:mysql://h:1/d'],
    ['6', 'jdbc:postgresql://h:0/d'],
    ['6', 'jdbc:postgresql://h:99999/d'],
    ['6', 'jdbc:postgresql://user:secret@h/d'],
    ['6', 'jdbc:postgresql://h1,h2/d'],
    ['6', 'jdbc:postgresql://h/d?socketFactory=org.x.Evil'],
    ['6', 'jdbc:postgresql://h/d?ssl=true&loggerFile=/etc/x'],
    ['4', 'jdbc:mysql://h/d?autoDeserialize=true'],
    ['4', 'jdbc:mysql://h/d?allowLoadLocalInfile=true'],
    ['4', 'jdbc:mysql://h/d?constructor=1'],
    ['6', 'jdbc:postgresql:///d'],
    ['6', 'file:///etc/passwd'],
    ['14', 'jdbc:h2:mem:x;INIT=RUNSCRIPT FROM 1'],
    ['constructor', 'x'],
  ])('of kind %s is refused as %s', (dbType, url) => {
    expect(readDataSourceUrl(dbType, url)).toBeTypeOf('string')
  })
})
