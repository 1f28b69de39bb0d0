// A first episode: rustc episode.rs -l hilltop
use std::ffi::CString;
use std::os::raw::{c_char, c_int, c_void};
extern "C" {
    fn hilltop_games_create(settings: *const c_char, error: *mut c_char, bytes: usize) -> *mut c_void;
    fn hilltop_games_array(games: *mut c_void, name: *const c_char) -> *mut c_void;
    fn hilltop_games_step(games: *mut c_void, actions: *const i32) -> c_int;
    fn hilltop_games_free(games: *mut c_void);
}
const N: usize = 100;
fn main() {
    let settings = CString::new("{\"game\":\"pazaak\",\"games\":100,\"players\":[{\"name\":\"me\"},{\"bot\":\"kid\"}]}").unwrap();
    let (mut won, mut lost) = (0, 0);
    unsafe {
        let games = hilltop_games_create(settings.as_ptr(), std::ptr::null_mut(), 0);
        let array = |name| {
            let name = CString::new(name).unwrap();
            hilltop_games_array(games, name.as_ptr())
        };
        let (seen, reward) = (array("observation") as *const i16, array("reward") as *const f32);
        let action = array("action") as *mut i32;
        for _ in 0..1000 {
            for i in 0..N { *action.add(i) = (*seen.add(33 * i + 3) >= 16) as i32 } // END below 16, else STAND
            assert_eq!(hilltop_games_step(games, std::ptr::null()), 0);
            for i in 0..N { won += (*reward.add(2 * i) > 0.0) as i32; lost += (*reward.add(2 * i) < 0.0) as i32 }
        }
        hilltop_games_free(games);
    }
    println!("{won} won, {lost} lost");
}
