import { describe, expect, test } from 'vitest';
import { Scope } from '#core/base/scope.ts';

describe('a scope', () => {
  test('undoes what came last first, and at once what comes when it is closed', () => {
    const undone: string[] = [];
    const scope = new Scope();
    scope.add(() => undone.push('first'));
    scope.add(() => undone.push('second'));
    scope.close();
    scope.add(() => undone.push('late'));
    expect(undone).toEqual(['second', 'first', 'late']);
  });

  test('undoes the rest when one throws, then throws that', () => {
    const undone: string[] = [];
    const scope = new Scope();
    scope.add(() => undone.push('first'));
    scope.add(() => {
      throw new Error('in the middle');
    });
    scope.add(() => undone.push('last'));
    expect(() => scope.close()).toThrow('in the middle');
    expect(undone).toEqual(['last', 'first']);
  });
});
