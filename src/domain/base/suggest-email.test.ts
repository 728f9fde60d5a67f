import { describe, expect, test } from 'vitest';
import { suggestEmail } from './suggest-email.ts';

describe('typo in the domain of an email address', () => {
  test.each([
    ['ann@gmial.com', 'ann@gmail.com'],
    ['ann@gmai.com', 'ann@gmail.com'],
    ['ann@gamil.com', 'ann@gmail.com'],
    ['ann@gnail.com', 'ann@gmail.com'],
    ['ann@gmaill.com', 'ann@gmail.com'],
    ['ann@gmail.con', 'ann@gmail.com'],
    ['ann@gmail.co', 'ann@gmail.com'],
    ['ann@gmail', 'ann@gmail.com'],
    ['ann@gmail.', 'ann@gmail.com'],
    ['Ann.Archer@GMIAL.com ', 'ann.archer@gmail.com'],
    ['ann@yaho.com', 'ann@yahoo.com'],
    ['ann@yahooo.com', 'ann@yahoo.com'],
    ['ann@hotmial.com', 'ann@hotmail.com'],
    ['ann@homtail.com', 'ann@hotmail.com'],
    ['ann@hotmal.com', 'ann@hotmail.com'],
    ['ann@outlok.com', 'ann@outlook.com'],
    ['ann@outloook.com', 'ann@outlook.com'],
    ['ann@iclould.com', 'ann@icloud.com'],
    ['ann@icoud.com', 'ann@icloud.com'],
    ['ann@comcast.ner', 'ann@comcast.net'],
    ['ann@t-onlin.de', 'ann@t-online.de'],
    ['ann@wandoo.fr', 'ann@wanadoo.fr'],
    ['ann@willowhomes.con', 'ann@willowhomes.com'],
    ['ann@willow.ogr', 'ann@willow.org'],
  ])('suggests for %s: %s', (typed, meant) => expect(suggestEmail(typed)).toBe(meant));

  test.each([
    ['ann@gmail.com'],
    ['ann@yahoo.co.uk'],
    ['ann@mail.com'],
    ['ann@email.com'],
    ['ann@gmx.fr'],
    ['ann@rocketmail.com'],
    ['ann@willowhomes.com'],
    ['ann@cos.net'],
    ['ann@fee.fr'],
    ['ann@example.test'],
    // Not complete addresses yet: the user is still typing.
    [''],
    ['ann'],
    ['ann@'],
    ['@gmial.com'],
    ['ann at gmial.com'],
  ])('suggests nothing for %s', (typed) => expect(suggestEmail(typed)).toBeNull());
});
