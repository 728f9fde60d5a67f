/** Deliberately short: the top entries of every list of leaked passwords that have a letter and a digit. */
const common = new Set(
  `password1 password12 password123 password1234 passw0rd passw0rd1 p4ssword p4ssw0rd pass1234 qwerty12 qwerty123
  qwerty1234 qwertyuiop1 1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx q1w2e3r4 abc12345 abcd1234 abc123456 a1b2c3d4
  123456a 1234567a 12345678a 123456789a a123456 a1234567 a12345678 letmein1 letmein123 welcome1 welcome12 welcome123
  admin123 admin1234 administrator1 iloveyou1 iloveyou2 monkey123 dragon123 sunshine1 princess1 football1 baseball1
  superman1 batman123 master123 shadow123 michael1 jordan23 charlie1 trustno1 starwars1 computer1 changeme1
  changeme123 secret123 login123 test1234 testing123 hello123 summer2024 summer2025 winter2024 winter2025 spring2025
  inspection1 inspector1 homeinspection1 gable123`.split(/\s+/),
);

/** Returns what is wrong with a new password, or null: 8–128 characters, a letter and a digit, not a common one. */
export function passwordProblem(password: string): string | null {
  if (password === '') return 'Password is required';
  const length = [...password].length;
  if (length < 8) return 'Password must have at least 8 characters';
  if (length > 128) return 'Password must have at most 128 characters';
  if (!/\p{L}/u.test(password) || !/\p{Nd}/u.test(password)) {
    return 'Password must have at least one letter and one digit';
  }
  return common.has(password.toLowerCase()) ? 'This password is too common' : null;
}
