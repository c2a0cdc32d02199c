import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDoor, PASSWORD, type TestDoor } from '../../test-door.ts';

let door: TestDoor;
beforeAll(async () => {
  door = await openTestDoor();
});
afterAll(() => door.close());

const login = (email: string, password: string) =>
  door.send({ method: 'POST', url: '/api/admin/login', payload: { email, password } });

test('a clerk with the right password gets a token that opens the session', async () => {
  const answer = await login(' Editor@Example.com ', PASSWORD);
  expect(answer.statusCode).toBe(200);
  const body = answer.json();
  expect(body).toMatchObject({
    role: 'editor',
    name: 'editor',
    email: 'editor@example.com',
    must_change_password: false,
  });
  const payload = JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString());
  expect(payload).toMatchObject({ role: 'editor', email: 'editor@example.com' });
  const session = await door.send({ url: '/api/admin/session', headers: { authorization: `Bearer ${body.token}` } });
  expect(session.json()).toMatchObject({ email: 'editor@example.com', role: 'editor' });
});

test('a wrong password and an unknown e-mail are refused with the same answer', async () => {
  const wrong = await login('editor@example.com', 'not the password');
  const unknown = await login('nobody@example.com', 'not the password');
  expect(wrong.statusCode).toBe(401);
  expect(unknown.json()).toEqual(wrong.json());
  expect(wrong.json()).toEqual({
    success: false,
    code: 'invalid_credentials',
    message: 'Invalid credentials',
    error: 'Invalid credentials',
  });
});
